import assert from "node:assert/strict";
import { test } from "node:test";
import { table, withParts } from "./markdown.mjs";

test("a part is replaced, the text around it is kept", () => {
  const first = withParts("# Title\n", { one: "1", two: "2" });
  assert.equal(
    first,
    "# Title\n\n<!-- one -->\n\n1\n\n<!-- /one -->\n\n<!-- two -->\n\n2\n\n<!-- /two -->\n",
  );
  const edited = first.replace("<!-- /one -->", "<!-- /one -->\n\nA remark.");
  const second = withParts(edited, { one: "$& new" });
  assert.equal(
    second,
    edited.replace("\n1\n", () => "\n$& new\n"),
  );
  assert.equal(withParts(second, {}), second);
});

test("a part without an end is an error", () => {
  assert.throws(() => withParts("<!-- one --> x", { one: "1" }), /expected <!-- one --> and <!-- \/one -->/);
  assert.throws(() => withParts("<!-- /one --> <!-- one -->", { one: "1" }), /in this order/);
});

test("tables", () => {
  assert.equal(table(["a", "b"], [["1", "2"]]), "| a | b |\n| --- | --- |\n| 1 | 2 |");
});
