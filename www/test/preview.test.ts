/** Which words of a section's text the preview marks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { cutAtWords } from "../src/ui/results/preview.js";

test("whole words are marked, as the excerpt has them", () => {
  for (const [line, words, expected] of [
    ["Each value has one owner; owners share.", ["owner"], ["owner"]],
    ["Owner and OWNERS", ["owner", "owners"], ["Owner", "OWNERS"]],
    ["call os.path.join now, not os_path", ["os.path.join", "path"], ["os.path.join"]],
    ["a+b (c*) [x]", ["c*", "a+b"], ["a+b", "c*"]],
    ["Über den Eigentümer", ["über", "eigentümer"], ["Über", "Eigentümer"]],
    ["nothing", [], []],
    ["", ["word"], []],
  ] as const) {
    const parts = cutAtWords(line, words);
    assert.equal(parts.join(""), line, "nothing is lost");
    assert.deepEqual(
      parts.filter((_, index) => index % 2 > 0),
      expected,
      line,
    );
  }
});
