/** Filters of the box: the attribute's grammar, and the chips to choose from. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { filterChips, toggled, type Facets, type FilterChips } from "../src/ui/filters/chips.js";
import { parseFilters, type Filters } from "../src/ui/filters/parse.js";

test("the attribute is read as written", () => {
  const cases: [string | undefined, Filters, string?][] = [
    [undefined, {}],
    ["", {}],
    ["  \n ", {}],
    ["version:11", { version: ["11"] }],
    [" version:11\n kind:'how to' ", { version: ["11"], kind: ["how to"] }],
    [`kind:"it's" kind:guide kind:guide`, { kind: ["it's", "guide"] }],
    ["time:12:30 empty:''", { time: ["12:30"], empty: [""] }],
    ["__proto__:x", JSON.parse('{"__proto__":["x"]}') as Filters],
    ["version", {}, "version"],
    ["version: 11", {}, "version: 11"],
    ["version:11 kind:'how to", { version: ["11"] }, "kind:'how to"],
    ["kind:'a'b version:11", {}, "kind:'a'b"],
    [":11", {}, ":11"],
    [`${"n".repeat(65)}:1`, {}, "nnn"],
    [`n:${"1".repeat(201)}`, {}, "n:111"],
  ];
  for (const [attribute, expected, complaint] of cases) {
    const problems: string[] = [];
    assert.deepEqual(
      parseFilters(attribute, (problem) => problems.push(problem)),
      expected,
      String(attribute),
    );
    assert.equal(problems.length, complaint === undefined ? 0 : 1, String(attribute));
    if (complaint !== undefined) assert.match(problems[0] ?? "", new RegExp(`found ${complaint}`));
  }
  const many = Array.from({ length: 100 }, (_, n) => `n:${n}`).join(" ");
  assert.equal(parseFilters(many, () => undefined)["n"]?.length, 64);
});

/** `name: value count!` for each chip; `!` if it is pressed. */
function shown(groups: readonly FilterChips[]): string[] {
  return groups.map(({ name, chips }) =>
    [
      `${name}:`,
      ...chips.map(({ value, count, pressed }) => `${value} ${count ?? "?"}${pressed ? "!" : ""}`),
    ].join(" "),
  );
}

const FACETS: Facets = { kind: { api: 2, guide: 5, "how to": 3 }, system: { linux: 4 } };

test("chips are ordered by their count; a single value is no choice", () => {
  assert.deepEqual(shown(filterChips(FACETS, {}, [])), ["kind: guide 5 how to 3 api 2"]);
  assert.deepEqual(filterChips(null, {}, []), []);
});

test("the other values of a chosen filter stay, where they are", () => {
  const before = filterChips(FACETS, {}, []);
  const filtered: Facets = { kind: { "how to": 3 }, system: { linux: 1, mac: 2 } };
  const after = filterChips(filtered, { kind: ["how to"] }, before);
  assert.deepEqual(shown(after), ["kind: guide ? how to 3! api ?", "system: mac 2 linux 1"]);
  assert.deepEqual(shown(filterChips(FACETS, {}, after)), ["kind: guide 5 how to 3 api 2"]);
});

test("a filter may have the name of a method", () => {
  const [first] = filterChips({ constructor: { a: 1, b: 2 } } as unknown as Facets, {}, []);
  assert.deepEqual([first?.name, first?.chips.length], ["constructor", 2]);
  assert.deepEqual(filterChips({}, { toString: ["a"] } as unknown as Filters, [])[0]?.name, "toString");
  assert.deepEqual(toggled({}, "valueOf", "a"), { valueOf: ["a"] });
});

test("a chosen value is shown even if nothing has it", () => {
  assert.deepEqual(shown(filterChips(null, { kind: ["nosuch"] }, [])), ["kind: nosuch ?!"]);
});

test("few filters and values are offered, the chosen ones always", () => {
  const values = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`v${n}`, 100 - n]));
  const many: Facets = { a: values, b: values, c: values, d: values, e: values };
  const groups = filterChips(many, { a: ["v19"] }, filterChips(many, {}, []));
  assert.equal(groups.length, 4);
  assert.deepEqual(
    groups.map(({ chips }) => chips.length),
    [9, 8, 8, 8],
  );
  assert.ok(groups[0]?.chips.some(({ value, pressed }) => value === "v19" && pressed));
});

test("chips are pressed and released", () => {
  let filters: Filters = {};
  for (const [name, value, expected] of [
    ["kind", "api", { kind: ["api"] }],
    ["kind", "guide", { kind: ["api", "guide"] }],
    ["system", "mac", { kind: ["api", "guide"], system: ["mac"] }],
    ["kind", "api", { kind: ["guide"], system: ["mac"] }],
    ["kind", "guide", { system: ["mac"] }],
  ] as const) {
    filters = toggled(filters, name, value);
    assert.deepEqual(filters, expected);
  }
});
