/** Which words of a section's text the preview marks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { marksOf } from "../src/ui/results/preview.js";

test("whole words are marked, as the excerpt has them", () => {
  for (const [line, words, expected] of [
    ["Each value has one owner; owners share.", ["owner"], ["owner"]],
    ["Owner and OWNERS", ["owner", "owners"], ["Owner", "OWNERS"]],
    ["call os.path.join now, not os_path", ["os.path.join", "path"], ["os.path.join"]],
    ["a+b (c*) [x]", ["c*", "a+b"], ["a+b", "c*"]],
    ["Über den Eigentümer", ["über", "eigentümer"], ["Über", "Eigentümer"]],
    ["nothing", [], []],
    ["x ".repeat(500), ["x"], Array.from({ length: 200 }, () => "x")],
  ] as const) {
    const marked = marksOf(line, words).map(([start, end]) => line.slice(start, end));
    assert.deepEqual(marked, expected, line.slice(0, 50));
  }
});
