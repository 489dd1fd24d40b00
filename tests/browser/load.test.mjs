// Many queries in one page do not let memory grow; tests/robustness/load.mjs asks thousands. DOCFUSE_DEMO_SITE: a site
// with its index in docfuse/.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../robustness/load.mjs";

/** A module's memory grows by pages of this many bytes. Fragments may need another one or two, a leak more. */
const WASM_PAGE = 65_536;

test("memory stays as it is after some hundred queries", async () => {
  // By then, all blocks of this small index are there.
  const [, before, after] = await load(900, [600, 900]);
  const slack = 1.1;
  for (const part of ["pageHeap", "workerHeap"]) {
    assert.ok(before[part] > 0, `${part} is measured`);
    assert.ok(after[part] < slack * before[part], JSON.stringify([before, after]));
  }
  after.wasm.forEach((bytes, module) => {
    assert.ok(bytes <= before.wasm[module] + 2 * WASM_PAGE, JSON.stringify([before, after]));
  });
});
