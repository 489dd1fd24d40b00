/** Compatible characters: the cases of src/text/compatibility.rs, so that scripts and native code agree. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { compatible } from "../src/shared/compatible.js";

test("compatible characters have one form", () => {
  for (const [text, expected] of [
    ["ﬁrst oﬄine", "first offline"],
    ["5 µm, 3 ㎏, H₂O", "5 μm, 3 kg, H2O"],
    ["Cafe\u0301 \u1112\u1161\u11ab", "Café 한"],
    ["10\u00a0000 Java™ … ＡＰＩ：", "10\u00a0000 Java™ … ＡＰＩ："],
    ["ﻻ K", "لا K"],
    ["น้ำ ນ້ຳ a‐b c‑d", "น้ำ ນ້ຳ a-b c-d"],
    ["น\u0e49\u0e4d\u0e32 น\u0e4d\u0e49\u0e32 ຈ\u0ecd\u0eb2ນວນ ຂ\u0ecd", "น้ำ น้ำ ຈຳນວນ ຂໍ"],
    ["½ 2½, x¾ ⅒ a⁄b", " 1/2 2 1/2, x 3/4  1/10 a⁄b"],
    ["", ""],
  ] as const)
    assert.equal(compatible(text), expected, text);
});
