/** What is requested while the reader types. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlockRequest } from "../src/shared/protocol.js";
import { Typing } from "../src/worker/typing.js";

const block = (id: number, file = "texts-0123456789abcdef.hdf"): BlockRequest => ({
  id,
  file,
  size: 9000,
  start: id * 100,
  end: id * 100 + 90,
  bytes: 300,
});

/** What was requested ahead, and the milliseconds until all may be. */
async function held(typing: Typing, ranges: readonly BlockRequest[]): Promise<[ahead: number[], ms: number]> {
  const ahead: number[] = [];
  const index = {
    notUnderWay: (some: readonly BlockRequest[]) => some.filter(({ id }) => id < 90),
    obtain: (some: readonly BlockRequest[]) => {
      ahead.push(...some.map(({ id }) => id));
      return Promise.resolve();
    },
  };
  const begun = performance.now();
  await typing.hold(index, ranges);
  return [ahead, performance.now() - begun];
}

function flowing(): Typing {
  const typing = new Typing();
  typing.key();
  typing.key();
  return typing;
}

const TEXTS = [block(1), block(2, "de/texts-fedcba9876543210.hdf")];

test("texts wait for a pause of the reader, and for a later one if there is another key", async () => {
  const [ahead, ms] = await held(flowing(), TEXTS);
  assert.deepEqual(ahead, []);
  assert.ok(ms > 100, `${ms} ms`);
  const typing = flowing();
  setTimeout(() => typing.key(), 60);
  const [, longer] = await held(typing, TEXTS);
  assert.ok(longer > 155, `${longer} ms`);
});

test("texts that two queries in a row lack are requested at once", async () => {
  const typing = flowing();
  await held(typing, TEXTS);
  typing.key();
  assert.deepEqual((await held(typing, [block(2), block(3)]))[0], [2]);
  typing.key();
  assert.deepEqual((await held(typing, [block(1), block(3)]))[0], [3]);
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
    typing.key();
    const [, ms] = await held(typing, ranges);
    assert.ok(ms < 60, `${ms} ms`);
  });
