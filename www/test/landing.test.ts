import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import type { Hit } from "../src/shared/protocol.js";
import { keep, take } from "../src/ui/landing/chosen-hit.js";
import { lettersOf } from "../src/ui/landing/letters.js";
import { isSamePage } from "../src/ui/landing/target.js";
import { LANDING_KEY } from "../src/ui/shell/storage-keys.js";

class FakeStorage extends Map<string, string> {
  getItem(key: string): string | null {
    return this.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.set(key, value);
  }
  removeItem(key: string): void {
    this.delete(key);
  }
}

const here = "https://docs.example/a.html#owls";
const hit = (href: string, excerpt = "A barn owl.") =>
  ({ href, excerpt, highlights: [[2, 6]] }) as unknown as Hit;
const is = (href: string) => (other: string) => href === other;

let session: FakeStorage;
let local: FakeStorage;

beforeEach(() => {
  session = new FakeStorage();
  local = new FakeStorage();
  Object.assign(globalThis, { sessionStorage: session, localStorage: local });
});

test("the page of a hit takes it, once", () => {
  for (const elsewhere of [false, true]) {
    keep(hit(here), elsewhere);
    assert.deepEqual([session.size, local.size], elsewhere ? [0, 1] : [1, 0]);
    assert.equal(take(is("https://docs.example/b.html")), undefined);
    const { href, excerpt, highlights } = take(is(here)) ?? {};
    assert.deepEqual({ href, excerpt, highlights }, hit(here));
    assert.equal(take(is(here)), undefined);
    assert.deepEqual([session.size, local.size], [0, 0], "nothing stays");
  }
});

test("tabs opened one after the other each take their own hit, and of two for one page the newer one", () => {
  const other = "https://docs.example/b.html";
  for (const [href, excerpt] of [
    [here, "old"],
    [other, "another"],
    [here, "new"],
  ] as const)
    keep(hit(href, excerpt), true);
  assert.equal(take(is(here))?.excerpt, "new");
  assert.equal(take(is(other))?.excerpt, "another");
});

test("a hit whose page does not come is forgotten after five minutes", () => {
  mock.timers.enable({ apis: ["Date"], now: 0 });
  try {
    keep(hit(here), true);
    mock.timers.tick(299_000);
    keep(hit("https://docs.example/b.html"), true);
    mock.timers.tick(2_000);
    assert.equal(take(is(here)), undefined);
    assert.equal(JSON.parse(local.get(LANDING_KEY) ?? "").length, 1);
  } finally {
    mock.timers.reset();
  }
});

test("what others store under the name is not trusted", () => {
  for (const text of ["{", "1", '[{"href":"x"}]', "[null]", `[${" ".repeat(60_000)}]`]) {
    session.set(LANDING_KEY, text);
    assert.equal(
      take(() => true),
      undefined,
      text.slice(0, 20),
    );
    assert.equal(session.size, 0, text.slice(0, 20));
  }
});

test("without storage nothing is kept", () => {
  const refuse = {
    get: () => {
      throw new Error("SecurityError");
    },
    configurable: true,
  };
  for (const name of ["sessionStorage", "localStorage"]) Object.defineProperty(globalThis, name, refuse);
  try {
    keep(hit(here), false);
    assert.equal(
      take(() => true),
      undefined,
    );
  } finally {
    for (const name of ["sessionStorage", "localStorage"])
      Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
  }
});

test("hosts may change how the address of a page ends, but not more", () => {
  for (const [one, other, same] of [
    ["https://a.example/x.html#y", "https://a.example/x#y", true],
    ["https://a.example/x/#y", "https://a.example/x#y", true],
    ["https://a.example/x/index.html", "https://a.example/x/", true],
    ["https://a.example/index.html", "https://a.example/", true],
    ["https://a.example/x#y", "https://a.example/x#z", false],
    ["https://a.example/x", "https://b.example/x", false],
    ["https://a.example/x?v=1", "https://a.example/x?v=2", false],
    ["no address", "https://a.example/", false],
  ] as const)
    assert.equal(isSamePage(one, other), same, `${one} ${other}`);
});

test("pages and their extracted texts are compared by letters and digits", () => {
  assert.equal(lettersOf("fs.readFile(path[, options])¶"), "fsreadFilepathoptions");
  const letters = "Zu\u0308riche\u0301te\u0301東京42";
  for (const form of ["NFC", "NFD"])
    assert.equal(lettersOf("…Zürich › e\u0301té, 東京 42 %".normalize(form)), letters);
});
