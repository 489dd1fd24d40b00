/** Reranking: the page's time budget and checks, and the worker's part of the dialogue. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { scoresInTime, type Rerank } from "../src/client/rerank.js";
import { BASE, encoded, sha256 } from "./fake-host.js";
import { FakeCrossEncoder, FullFakeIndex, TASK, taskOf, TestSession } from "./fake-modules.js";

const asked = (rerank: Rerank, budgetMs = 1000) => scoresInTime(rerank, budgetMs, TASK);

test("a reranker gets the query and the passages, and may be synchronous", async () => {
  const scores = Float32Array.of(0.5, -2);
  assert.deepEqual(
    await asked((query, passages) => {
      assert.deepEqual([query, passages], [TASK.query, TASK.passages]);
      return [0.5, -2];
    }),
    { scores },
  );
  assert.deepEqual(await asked(() => Promise.resolve([0.5, -2])), { scores });
});

test("a reranker that is late, throws, or gives no score for each passage is told by its code", async () => {
  const code = async (rerank: unknown, budgetMs?: number) => {
    const outcome = await asked(rerank as Rerank, budgetMs);
    return "error" in outcome && outcome.error.code;
  };
  const never = new Promise<number[]>(() => undefined);
  assert.equal(await code(() => never, 5), "reranker-late");
  assert.equal(await code(() => never, 0), "reranker-late");
  for (const wrong of [
    [],
    [1],
    [1, 2, 3],
    [1, NaN],
    [1, Infinity],
    [1, "2"],
    [1, , 2],
    "12",
    undefined,
    {},
  ]) {
    assert.equal(await code(() => wrong), "reranker", JSON.stringify(wrong));
  }
  const failing = () => {
    throw new Error("no model");
  };
  assert.equal(await code(failing), "reranker");
  assert.equal(await code(() => Promise.reject(new Error("no model"))), "reranker");
});

test("the signal aborts when time is up, and only then", async () => {
  let signal: AbortSignal | undefined;
  const keep = (scores: Promise<number[]> | number[]) =>
    asked((_query, _passages, given) => {
      signal = given;
      return scores;
    }, 5);
  await keep([1, 2]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(signal?.aborted, false);
  await keep(new Promise(() => undefined));
  assert.equal(signal?.aborted, true);
});

const said = (session: TestSession, type: string) =>
  session.messages.some((message) => message.type === type);

const reply = (session: TestSession, id: number, ...scores: number[]) =>
  session.send({ type: "reranked", id, outcome: { scores: Float32Array.from(scores) } });

test("a query is reranked by the page, with the full module and without the encoder", async () => {
  const session = await TestSession.opened("off");
  session.ask(1, "ownership", { reranks: true });
  const { id, task } = await session.next("rerank");
  assert.deepEqual([id, task], [1, taskOf("ownership")]);
  reply(session, 1, 4, 2);
  const { answer } = await session.next("answer");
  assert.deepEqual([answer.total, answer.degraded], [42, null]);
  session.ask(2, "ownership");
  assert.equal((await session.next("answer")).answer.total, 0);
  assert.ok(!said(session, "rerank"), "a query that does not ask for it is not reranked");
});

test("a failure of the reranker reaches the module", async () => {
  const session = await TestSession.opened("off");
  session.ask(1, "ownership", { mode: "lexical", reranks: true });
  await session.next("rerank");
  const error = { code: "reranker-late", message: "late" } as const;
  session.send({ type: "reranked", id: 1, outcome: { error } });
  const { answer } = await session.next("answer");
  assert.deepEqual(answer.degraded, [{ retriever: "reranker", ...error }]);
});

test("a late answer is reranked too", async () => {
  const session = await TestSession.opened();
  session.ask(1, "ownership", { reranks: true });
  await session.next("rerank");
  reply(session, 1, 1, 1);
  assert.equal((await session.next("answer")).more, true);
  await session.next("rerank");
  reply(session, 1, 2, 2);
  const { answer, more } = await session.next("answer");
  assert.deepEqual([answer.total, answer.degraded, more], [22, null, false]);
});

test("each of several queries gets the scores of its own passages, unless it is cancelled", async () => {
  const session = await TestSession.opened("off");
  for (const [at, text] of ["owner", "ownership", "owned it"].entries()) {
    session.ask(at + 1, text, { mode: "lexical", reranks: true });
    await session.next("rerank");
  }
  reply(session, 1, 1, 1);
  const first = await session.next("answer");
  assert.deepEqual([first.id, first.answer.query, first.answer.total], [1, "owner", 11]);
  session.send({ type: "cancel", id: 3 });
  reply(session, 3, 3, 3);
  reply(session, 2, 2, 2);
  const second = await session.next("answer");
  assert.deepEqual([second.id, second.answer.query, second.answer.total], [2, "ownership", 22]);
  await session.settle();
  assert.ok(!said(session, "answer"));
});

test("without the full module, the answer says that it was not reranked", async () => {
  const session = await TestSession.opened("off");
  session.full = Promise.reject(Object.assign(new Error("offline"), { code: "network" }));
  session.full.catch(() => undefined);
  session.ask(1, "ownership", { mode: "lexical", reranks: true });
  const { answer } = await session.next("answer");
  assert.deepEqual(answer.degraded, [{ retriever: "reranker", code: "network", message: "offline" }]);
  session.full = Promise.resolve(FullFakeIndex);
  session.ask(2, "ownership", { mode: "lexical", reranks: true });
  await session.next("rerank");
});

/** An open session whose worker reranks; `files` replace those of the folder. */
async function withModel(budgetMs: number, files: Readonly<Record<string, string>> = {}) {
  const session = new TestSession();
  session.host.deploy("1");
  const described = { onnx_sha256: sha256(encoded("weights")), tokenizer_sha256: sha256(encoded("pieces")) };
  const folder = {
    "model.json": JSON.stringify(described),
    "model.onnx": "weights",
    "tokenizer.bin": "pieces",
  };
  for (const [name, content] of Object.entries({ ...folder, ...files })) {
    session.host.files.set(`model/${name}`, encoded(content));
  }
  session.open("off", "docfuse.json", { base: `${BASE}model/`, budgetMs });
  await session.next("opened");
  return session;
}

async function answerOf(session: TestSession, id: number) {
  session.ask(id, "ownership", { mode: "lexical", reranks: true });
  return (await session.next("answer")).answer;
}

test("the worker reranks by its own cross-encoder, which is loaded once", async () => {
  const session = await withModel(1000);
  assert.equal(session.host.count("model/model.onnx"), 0);
  for (const id of [1, 2]) {
    const answer = await answerOf(session, id);
    assert.deepEqual([answer.total, answer.degraded], [1, null]);
  }
  assert.equal(session.host.count("model/model.onnx"), 1);
});

test("a cross-encoder that is loading, fails or stops leaves the order, and the answer says so", async () => {
  const codes = async (session: TestSession, id: number) =>
    (await answerOf(session, id)).degraded?.map(({ retriever, code }) => `${retriever} ${code}`);
  const slow = await withModel(20);
  let release = () => {};
  slow.host.held.set("model/model.onnx", new Promise((resolve) => (release = resolve)));
  assert.deepEqual(await codes(slow, 1), ["reranker reranker-late"]);
  release();
  await slow.settle();
  assert.equal(await codes(slow, 2), undefined);
  assert.deepEqual(await codes(await withModel(0), 1), ["reranker reranker-late"]);
  assert.deepEqual(await codes(await withModel(1000, { "model.onnx": "Weights" }), 1), ["reranker damaged"]);
  assert.deepEqual(await codes(await withModel(1000, { "model.json": "[]" }), 1), ["reranker damaged"]);
  const missing = await withModel(1000);
  missing.host.files.delete("model/tokenizer.bin");
  assert.deepEqual(await codes(missing, 1), ["reranker not-found"]);
  const stopping = await withModel(1000);
  FakeCrossEncoder.trouble = new WebAssembly.RuntimeError("unreachable");
  assert.deepEqual(await codes(stopping, 1), ["reranker crashed"]);
  FakeCrossEncoder.trouble = undefined;
  assert.deepEqual(await codes(stopping, 2), ["reranker crashed"], "no further call into the instance");
});
