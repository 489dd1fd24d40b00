/** The modules for feature detection: valid but for the instruction in question. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { supportsRelaxedSimd, supportsSimd } from "../src/encoder/simd-support.js";

test("Node supports SIMD and accepts the module", () => {
  assert.equal(supportsSimd(), true);
});

test("both modules differ only in their body", () => {
  const shown: Uint8Array[] = [];
  const validate = mock.method(WebAssembly, "validate", (bytes: Uint8Array) => shown.push(bytes) > 0);
  supportsSimd();
  supportsRelaxedSimd();
  validate.mock.restore();
  const [plain, relaxed] = shown.map((bytes) => Buffer.from(bytes).toString("hex"));
  const head = "0061736d01000000010501600001" + "7b" + "03020100";
  const splat = "4100fd0f";
  assert.equal(plain, `${head}0a080106` + `00${splat}0b`);
  assert.equal(relaxed, `${head}0a130111` + `00${splat}${splat}${splat}fd93020b`);
});
