// What readers download for the search box. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { interfaceBytes } from "../../www/interface-bytes.mjs";
import { required } from "./chromium.mjs";

test("the user interface has at most 20,000 bytes (gzip), without other languages and parts", async () => {
  const site = required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/");
  const { gzip } = await interfaceBytes(join(site, "docfuse"));
  assert.ok(gzip > 10_000 && gzip <= 20_000, `${gzip} bytes`);
});
