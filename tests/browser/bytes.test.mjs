// What readers download for the search box. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { interfaceBytes, sizesOf } from "../../www/interface-bytes.mjs";
import { required } from "./chromium.mjs";

const folder = () => join(required("DOCFUSE_DEMO_SITE", "a site with its index in docfuse/"), "docfuse");

test("the user interface has at most 24,400 bytes (gzip), without other languages, parts and landings", async () => {
  const { gzip } = await interfaceBytes(folder());
  assert.ok(gzip > 10_000 && gzip <= 24_400, `${gzip} bytes`);
});

test("docfuse.js, which every page loads, has at most 11,200 bytes (gzip)", () => {
  const { gzip } = sizesOf(readFileSync(join(folder(), "docfuse.js")));
  assert.ok(gzip > 5_000 && gzip <= 11_200, `${gzip} bytes`);
});

test("docfuse-agents.js, which browsers with tools for agents load, has at most 3,000 bytes (gzip)", () => {
  const { gzip } = sizesOf(readFileSync(join(folder(), "docfuse-agents.js")));
  assert.ok(gzip > 1_000 && gzip <= 3_000, `${gzip} bytes`);
});
