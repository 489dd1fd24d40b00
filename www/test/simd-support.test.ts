/** The module for feature detection: valid but for the instruction in question. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { supportsSimd } from "../src/encoder/simd-support.js";

test("Node supports SIMD and accepts the module", () => {
  assert.equal(supportsSimd(), true);
});

test("the module uses one instruction of SIMD", () => {
  const shown: Uint8Array[] = [];
  const validate = mock.method(WebAssembly, "validate", (bytes: Uint8Array) => shown.push(bytes) > 0);
  supportsSimd();
  validate.mock.restore();
  const head = "0061736d01000000010501600001" + "7b" + "03020100";
  assert.deepEqual(
    shown.map((bytes) => Buffer.from(bytes).toString("hex")),
    [`${head}0a080106` + "004100fd0f0b"],
  );
});
