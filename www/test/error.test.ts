/** The conversion of anything thrown to plain data. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { DocfuseError, errorData } from "../src/shared/error.js";

test("known codes stay, and unknown ones become `internal`", () => {
  for (const [thrown, expected] of [
    [new DocfuseError("network", "no", "a.bin"), { code: "network", message: "no", file: "a.bin" }],
    [
      { code: "damaged", message: "bad" },
      { code: "damaged", message: "bad" },
    ],
    [
      { code: "ENOENT", message: "gone", file: "a.bin" },
      { code: "internal", message: "gone (ENOENT)" },
    ],
    [new RangeError("full"), { code: "crashed", message: "the WebAssembly module stopped: full" }],
    [new Error("odd"), { code: "internal", message: "odd" }],
    ["text", { code: "internal", message: "text" }],
  ] as const) {
    assert.deepEqual(errorData(thrown), expected);
  }
});
