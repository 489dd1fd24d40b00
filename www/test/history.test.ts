/** Recent and pinned searches: bounded, in order, removable, and harmless where storage fails or lies. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { SearchHistory, type KeyValueStore } from "../src/ui/history.js";

const BASE = "https://docs.example/docfuse/";
const KEY = `docfuse-searches:${BASE}`;

class Store implements KeyValueStore {
  readonly entries = new Map<string, string>();
  getItem(key: string): string | null {
    return this.entries.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.entries.set(key, value);
  }
  removeItem(key: string): void {
    this.entries.delete(key);
  }
}

function history(stored?: string): { past: SearchHistory; store: Store } {
  const store = new Store();
  if (stored !== undefined) store.setItem(KEY, stored);
  return { past: new SearchHistory(BASE, () => store), store };
}

test("the newest search comes first, each once", () => {
  const { past } = history();
  for (const query of ["owls", " mice ", "owls", "", "  "]) past.add(query);
  assert.deepEqual(past.get(), { pinned: [], recent: ["owls", "mice"] });
});

test("a longer search takes the place of its beginning, if that was the last one", () => {
  const { past } = history();
  for (const query of ["own", "mice", "owner", "ownership"]) past.add(query);
  assert.deepEqual(past.get().recent, ["ownership", "mice", "own"]);
});

test("searches are pinned, unpinned, removed and forgotten", () => {
  const { past, store } = history();
  for (const query of ["a", "b", "c"]) past.add(query);
  past.move("b", "pinned");
  assert.deepEqual(past.get(), { pinned: ["b"], recent: ["c", "a"] });
  past.add("b");
  assert.deepEqual(past.get(), { pinned: ["b"], recent: ["c", "a"] }, "it is pinned already");
  past.move("a", "pinned");
  past.move("b", "recent");
  assert.deepEqual(past.get(), { pinned: ["a"], recent: ["b", "c"] });
  past.move("c");
  past.clear();
  assert.deepEqual(past.get(), { pinned: ["a"], recent: [] });
  past.move("a");
  assert.equal(store.entries.size, 0, "nothing is left behind");
});

test("lists and searches are bounded", () => {
  const { past } = history();
  for (let n = 0; n < 30; n += 1) past.add(`query ${n}`);
  assert.equal(past.get().recent.length, 8);
  assert.equal(past.get().recent[0], "query 29");
  for (let n = 0; n < 30; n += 1) past.move(`pinned ${n}`, "pinned");
  assert.equal(past.get().pinned.length, 8);
  past.add("x".repeat(201));
  assert.equal(past.get().recent[0], "query 29");
});

test("the longest lists are read back", () => {
  const { past } = history();
  const long = (n: number) => String(n).padEnd(200, "\u0001");
  for (let n = 0; n < 8; n += 1) past.move(long(n), "pinned");
  for (let n = 8; n < 16; n += 1) past.add(long(n));
  assert.equal(past.get().pinned.length + past.get().recent.length, 16);
});

test("what is stored is checked", () => {
  const none = { pinned: [], recent: [] };
  const cases: [string, { pinned: string[]; recent: string[] }][] = [
    ["not json", none],
    ["null", none],
    ['"text"', none],
    ["[1,2]", none],
    ['{"recent":{"0":"a","length":1}}', none],
    [
      `{"recent":["a",1,null,"","a",["b"],"${"x".repeat(201)}"],"pinned":["c"]}`,
      { pinned: ["c"], recent: ["a"] },
    ],
    ['{"recent":["a","c"],"pinned":["c"]}', { pinned: ["c"], recent: ["a"] }],
    [`{"recent":["a"],"more":"${"x".repeat(100_000)}"}`, none],
    [
      JSON.stringify({ recent: Array.from({ length: 100 }, (_, n) => `q${n}`) }),
      { pinned: [], recent: ["q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7"] },
    ],
  ];
  for (const [stored, expected] of cases) {
    const { past } = history(stored);
    assert.deepEqual(past.get(), expected, stored.slice(0, 80));
    past.add("new");
    assert.equal(past.get().recent[0], "new", "and replaced");
  }
});

test("where storage is forbidden or full, nothing is kept and nothing fails", () => {
  const refuse = () => {
    throw new Error("refused");
  };
  for (const storage of [refuse, () => ({ getItem: () => null, setItem: refuse, removeItem: refuse })]) {
    const past = new SearchHistory(BASE, storage);
    past.add("owls");
    past.move("owls", "pinned");
    past.clear();
    past.move("owls");
    assert.deepEqual(past.get().recent, []);
  }
  const past = new SearchHistory(BASE); // on Node, there is no localStorage
  past.add("owls");
  assert.deepEqual(past.get(), { pinned: [], recent: [] });
});

test("each index has its own list", () => {
  const { past, store } = history();
  past.add("owls");
  const other = new SearchHistory("https://docs.example/other/docfuse/", () => store);
  assert.deepEqual(other.get().recent, []);
});
