/** The worker's state machine: answers that the lexicon refines, before the encoder or without it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { TestSession } from "./fake-modules.js";
import type { EncoderPolicy } from "../src/shared/protocol.js";

/** What `total` is of an answer of the lexicon. */
const BY_LEXICON = 7;

async function opened(encoder: EncoderPolicy, lexicon = true): Promise<TestSession> {
  const session = new TestSession();
  session.host.deploy("1");
  session.open(encoder, undefined, undefined, lexicon);
  await session.next("opened");
  return session;
}

/** `total` and `more` of the next answer. */
async function next(session: TestSession): Promise<[number, boolean]> {
  const { answer, more } = await session.next("answer");
  return [answer.total, more];
}

test("without the encoder, the lexicon's answer is the last one", async () => {
  const session = await opened("off");
  for (const id of [1, 2]) {
    session.ask(id, "ownership");
    assert.deepEqual(await next(session), [0, true]);
    assert.deepEqual(await next(session), [BY_LEXICON, false]);
  }
  assert.ok(!session.host.requests.some((name) => name.startsWith("model")));
});

test("the encoder's answer takes the place of the lexicon's", async () => {
  const session = await opened("deferred");
  session.ask(1, "ownership");
  assert.deepEqual(await next(session), [0, true]);
  assert.deepEqual(await next(session), [BY_LEXICON, true]);
  const last = await session.next("answer");
  assert.deepEqual([last.answer.total, last.answer.degraded, last.more], [0, null, false]);
  session.ask(2, "borrowing");
  const only = await session.next("answer");
  assert.deepEqual([only.answer.total, only.answer.degraded, only.more], [0, null, false]);
});

test("if the encoder fails, the lexicon's answer stays", async () => {
  const session = await opened("deferred");
  session.refusal = { code: "encoder-memory", message: "refused" };
  session.ask(1, "ownership");
  assert.deepEqual(await next(session), [0, true]);
  assert.deepEqual(await next(session), [BY_LEXICON, true]);
  assert.deepEqual(await next(session), [BY_LEXICON, false]);
});

test("a query that takes no later answer, is lexical, or comes without a lexicon is not refined", async () => {
  const session = await opened("off");
  session.ask(1, "ownership", { late: false });
  assert.deepEqual(await next(session), [0, false]);
  session.ask(2, "ownership", { mode: "lexical" });
  assert.deepEqual(await next(session), [0, false]);
  const without = await opened("off", false);
  without.ask(1, "ownership");
  assert.deepEqual(await next(without), [0, false]);
});

test("a newer query drops the refined answer, and the encoder loads all the same", async () => {
  const session = await opened("deferred");
  session.ask(1, "ownership");
  assert.equal((await session.next("answer")).id, 1);
  session.ask(2, "borrowing");
  for (;;) {
    const { id, more } = await session.next("answer");
    assert.equal(id, 2);
    if (!more) break;
  }
  assert.ok(session.host.requests.some((name) => name.startsWith("model")));
});
