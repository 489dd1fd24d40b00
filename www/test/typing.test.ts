/** What is requested while the reader types. */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import type { BlockRequest } from "../src/shared/protocol.js";
import { Typing } from "../src/worker/typing.js";

let clock = 0;
mock.timers.enable({ apis: ["setTimeout"] });
mock.method(performance, "now", () => clock);
beforeEach(() => (clock = 0));

async function pass(ms: number): Promise<void> {
  clock += ms;
  mock.timers.tick(ms);
  await new Promise(setImmediate);
}

const block = (id: number, file = "texts-0123456789abcdef.hdf"): BlockRequest => ({
  id,
  file,
  size: 9000,
  start: id * 100,
  end: id * 100 + 90,
  bytes: 300,
});

/** What is requested ahead, and whether all may be. */
function hold(typing: Typing, ranges: readonly BlockRequest[]): { ahead: number[]; free: boolean } {
  const held = { ahead: [] as number[], free: false };
  const index = {
    notUnderWay: (some: readonly BlockRequest[]) => some.filter(({ id }) => id < 90),
    obtain: (some: readonly BlockRequest[]) => {
      held.ahead.push(...some.map(({ id }) => id));
      return Promise.resolve();
    },
  };
  void typing.hold(index, ranges).then(() => (held.free = true));
  return held;
}

function flowing(typed = "owls"): Typing {
  const typing = new Typing();
  typing.key("owl");
  typing.key(typed);
  return typing;
}

const TEXTS = [block(1), block(2, "de/texts-fedcba9876543210.hdf")];

test("texts wait for a pause of the reader", async () => {
  const held = hold(flowing(), TEXTS);
  await pass(109);
  assert.deepEqual(held, { ahead: [], free: false });
  await pass(1);
  assert.equal(held.free, true);
});

test("texts wait for a later pause if there is another key", async () => {
  const typing = flowing();
  const held = hold(typing, TEXTS);
  await pass(60);
  typing.key("owls");
  await pass(109);
  assert.equal(held.free, false);
  await pass(1);
  assert.equal(held.free, true);
});

test("texts wait longer between two words", async () => {
  const held = hold(flowing("owls "), TEXTS);
  await pass(249);
  assert.equal(held.free, false);
  await pass(1);
  assert.equal(held.free, true);
});

test("texts that two queries in a row lack are requested at once", () => {
  const typing = flowing();
  hold(typing, TEXTS);
  typing.key("owls");
  assert.deepEqual(hold(typing, [block(2), block(3)]).ahead, [2]);
  typing.key("owls");
  assert.deepEqual(hold(typing, [block(1), block(3)]).ahead, [3]);
});

for (const [what, begun, ranges] of [
  ["a text that was pasted", () => new Typing(), TEXTS],
  ["terms", flowing, [block(1, "terms-0123456789abcdef-0.hdf")]],
  ["terms with texts", flowing, [block(1), block(2, "terms-0123456789abcdef-0.hdf")]],
  ["texts on their way", flowing, [block(91), block(92)]],
  ["nothing", flowing, []],
] as const)
  test(`${what}: nothing waits`, async () => {
    const typing = begun();
    typing.key("owls");
    const held = hold(typing, ranges);
    await pass(0);
    assert.equal(held.free, true);
  });
