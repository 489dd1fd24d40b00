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
  session.ask(1, "ownership");
  assert.deepEqual(await next(session), [0, true]);
  assert.deepEqual(await next(session), [BY_LEXICON, false]);
  session.ask(2, "borrowing");
  assert.deepEqual(await next(session), [BY_LEXICON, false], "what it needs is there");
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

test("a cancelled query gets no refined answer, and the encoder loads for the next one", async () => {
  const session = await opened("deferred");
  session.ask(1, "ownership");
  assert.equal((await session.next("answer")).id, 1);
  session.send({ type: "cancel", id: 1 });
  session.ask(2, "borrowing");
  for (;;) {
    const { id, more } = await session.next("answer");
    assert.equal(id, 2);
    if (!more) break;
  }
  assert.ok(session.host.requests.some((name) => name.startsWith("model")));
});

test("a name does not load the encoder, and its answer by the lexicon is the last one", async () => {
  const session = await opened("deferred");
  session.ask(1, "name of a thing");
  assert.deepEqual(await next(session), [0, true]);
  assert.deepEqual(await next(session), [BY_LEXICON, false]);
  session.ask(2, "name of another");
  assert.deepEqual(await next(session), [BY_LEXICON, true]);
  assert.deepEqual(await next(session), [BY_LEXICON, false]);
  await session.settle();
  assert.ok(!session.host.requests.some((name) => name.startsWith("model")));
  session.ask(3, "ownership");
  while ((await session.next("state")).encoder !== "ready");
});

test("keywords load the encoder where no section has half of them, and names never", async () => {
  const session = await opened("deferred");
  for (const [id, text] of ["near words", "name far away"].entries()) {
    session.ask(id, text);
    for (;;) if (!(await session.next("answer")).more) break;
  }
  await session.settle();
  assert.ok(!session.host.requests.some((name) => name.startsWith("model")));
  session.ask(2, "far words");
  while ((await session.next("state")).encoder !== "ready");
});

test("on a slow network the encoder waits, unless somebody asks for it", async () => {
  const session = await opened("deferred");
  session.isSlow = true;
  session.ask(1, "ownership");
  assert.deepEqual(await next(session), [0, true]);
  const { answer, more } = await session.next("answer");
  assert.deepEqual([answer.pending.map(({ code }) => code), more], [["encoder-waiting"], false]);
  await session.settle();
  assert.ok(!session.host.requests.some((name) => name.startsWith("model")));
  session.send({ type: "load-encoder" });
  while ((await session.next("state")).encoder !== "ready");
});

test("an encoder that turns out to come slowly stops, and the parts that came are kept", async () => {
  const session = await opened("deferred");
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { parts } = JSON.parse(session.host.text("docfuse.json")).model as { parts: { name: string }[] };
  session.host.held.set(parts[3]?.name ?? "", held);
  session.ask(1, "ownership");
  while ((await session.next("state")).encoder !== "loading");
  session.isSlow = true;
  release();
  while ((await session.next("state")).encoder !== "waiting");
  for (;;) if (!(await session.next("answer")).more) break;
  session.isSlow = false;
  session.ask(2, "borrowing");
  while ((await session.next("state")).encoder !== "ready");
  assert.equal(session.host.count(parts[0]?.name ?? ""), 1);
});

test("a query stops the encoder's download, which goes on behind it", async () => {
  const session = await opened("deferred");
  const { background, host } = session;
  const { model } = JSON.parse(host.text("docfuse.json")) as { model: { tokenizer: { name: string } } };
  const { name } = model.tokenizer;
  host.held.set(name, new Promise(() => undefined));
  session.ask(1, "ownership");
  const requests = async (count: number) => {
    while (host.count(name) < count) await session.settle();
  };
  await requests(1);
  assert.equal(background.isPaused, false);
  session.ask(2, "borrowing");
  assert.equal(background.isPaused, true);
  await requests(2);
  assert.equal(background.isPaused, false);
});

test("words being typed stop the background too", async () => {
  const session = await opened("deferred");
  session.send({ type: "typed", text: "borrow" });
  assert.equal(session.background.isPaused, true);
  await session.background.idle;
  assert.equal(session.background.isPaused, false);
});
