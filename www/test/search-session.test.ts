/** The worker's state machine: which queries are answered, when and with what, and recovery from failures. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { encoded, manifestText } from "./fake-host.js";
import { TestSession, FakeEncoder, FakeIndex } from "./fake-modules.js";

test("the first hybrid answer is lexical, the second comes with the encoder", async () => {
  const session = await TestSession.opened();
  session.ask(1, "ownership");
  const first = await session.next("answer");
  assert.equal(first.more, true);
  assert.equal(first.answer.degraded, null, "nothing failed");
  assert.deepEqual(
    first.answer.pending.map(({ retriever, code }) => [retriever, code]),
    [["dense", "encoder-waiting"]],
  );
  const second = await session.next("answer");
  assert.equal(second.id, 1);
  assert.equal(second.more, false);
  assert.deepEqual([second.answer.degraded, second.answer.pending], [null, []]);
  session.ask(2, "ownership");
  const third = await session.next("answer");
  assert.equal(third.more, false);
  assert.equal(third.answer.degraded, null);
});

test("corrected words are embedded as corrected, once", async () => {
  const session = await TestSession.opened("eager");
  while ((await session.next("state")).encoder !== "ready");
  FakeEncoder.embedded.length = 0;
  session.ask(1, "a mistpyed query");
  const { answer, more } = await session.next("answer");
  assert.equal(more, false);
  assert.equal(answer.degraded, null);
  assert.deepEqual(FakeEncoder.embedded, ["a mistpyed query", "a mistyped query"]);
});

test("neither opening nor a lexical query loads the encoder", async () => {
  const session = await TestSession.opened();
  session.ask(1, "ownership", { mode: "lexical" });
  await session.next("answer");
  await session.settle();
  assert.equal(
    session.host.requests.some((name) => name.startsWith("model")),
    false,
  );
});

test("an eager encoder loads on opening", async () => {
  const session = await TestSession.opened("eager");
  while ((await session.next("state")).encoder !== "ready");
  assert.equal(
    session.host.requests.some((name) => name.startsWith("model")),
    true,
  );
});

test("an encoder that is off never loads, which is a failure only where it was asked for", async () => {
  const session = await TestSession.opened("off");
  session.ask(1, "ownership");
  const { answer, more } = await session.next("answer");
  assert.equal(more, false);
  assert.deepEqual([answer.degraded, answer.pending], [null, []]);
  session.ask(2, "ownership", { mode: "dense" });
  assert.equal((await session.next("answer")).answer.degraded?.[0]?.code, "encoder-off");
  await session.settle();
  assert.equal(
    session.host.requests.some((name) => name.startsWith("model")),
    false,
  );
});

test("a dense query waits for the encoder", async () => {
  const session = await TestSession.opened();
  session.ask(1, "ownership", { mode: "dense" });
  const { answer } = await session.next("answer");
  assert.equal(answer.degraded, null);
});

test("queries that wait for the same files are all answered, but for those that are cancelled", async () => {
  const session = new TestSession();
  const { lexical } = session.host.deploy("1");
  let release = () => {};
  session.host.held.set(lexical.file, new Promise((resolve) => (release = resolve)));
  session.open("off");
  await session.next("opened");
  session.ask(1, "owner");
  session.ask(2, "ownership");
  session.ask(3, "owners");
  await session.settle();
  session.send({ type: "cancel", id: 2 });
  for (const id of [2, 3]) session.send({ type: "ping", id });
  release();
  const answers = [await session.next("answer"), await session.next("answer")];
  assert.deepEqual(
    answers.map(({ id, answer }) => [id, answer.query]),
    [
      [1, "owner"],
      [3, "owners"],
    ],
  );
  await session.settle();
  const rest = session.messages.map(({ type }) => type).filter((type) => /answer|pong/.test(type));
  assert.deepEqual(rest, ["pong"]);
  assert.equal(session.host.count(lexical.file), 1, "they share one download");
});

test("each query gets its late answer, unless it is cancelled", async () => {
  const session = new TestSession();
  const { model } = session.host.deploy("1");
  let release = () => {};
  session.host.held.set(model.parts[0]?.name ?? "", new Promise((resolve) => (release = resolve)));
  session.open("deferred");
  await session.next("opened");
  for (const id of [1, 2, 3]) {
    session.ask(id, `query ${id}`);
    assert.equal((await session.next("answer")).more, true);
  }
  session.send({ type: "cancel", id: 2 });
  release();
  const late = [await session.next("answer"), await session.next("answer")];
  assert.deepEqual(
    late.map(({ id, more, answer }) => [id, more, answer.query, answer.degraded]),
    [
      [1, false, "query 1", null],
      [3, false, "query 3", null],
    ],
  );
  await session.settle();
  assert.equal(
    session.messages.some((message) => message.type === "answer"),
    false,
  );
  assert.equal(session.background.isPaused, false);
});

test("pages without a query are not listed without the full module", async () => {
  const session = await TestSession.opened("off");
  session.full = Promise.reject(Object.assign(new Error("offline"), { code: "network" }));
  session.full.catch(() => undefined);
  session.ask(1, " ", { facets: true });
  assert.equal((await session.next("query-failed")).error.code, "network");
});

test("a cancelled query gets no late answer", async () => {
  const session = await TestSession.opened();
  session.ask(1, "ownership");
  await session.next("answer");
  session.send({ type: "cancel", id: 1 });
  await session.settle();
  assert.equal(
    session.messages.some((message) => message.type === "answer"),
    false,
  );
});

test("a retry recovers from one network failure", async () => {
  const session = new TestSession();
  const { lexical } = session.host.deploy("1");
  session.host.faults.set(lexical.file, { times: 1 });
  session.open("off");
  await session.next("opened");
  session.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await session.next("answer")).answer.degraded, null);
  assert.equal(session.host.count(lexical.file), 2);
});

test("an unreachable file degrades the answer, and a later query recovers", async () => {
  const session = new TestSession();
  const { lexical } = session.host.deploy("1");
  session.host.faults.set(lexical.file, { times: 2, status: 500 });
  session.open("off");
  await session.next("opened");
  session.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await session.next("answer")).answer.degraded?.[0]?.file, lexical.file);
  session.ask(2, "ownership", { mode: "lexical" });
  assert.equal(
    (await session.next("answer")).answer.degraded?.[0]?.file,
    lexical.file,
    "not requested at each key",
  );
  const clock = mock.method(Date, "now", () => performance.timeOrigin + performance.now() + 2000);
  session.ask(3, "ownership", { mode: "lexical" });
  assert.equal((await session.next("answer")).answer.degraded, null);
  clock.mock.restore();
});

test("an altered file degrades the answer", async () => {
  const session = new TestSession();
  const { lexical } = session.host.deploy("1");
  session.host.files.set(lexical.file, new Uint8Array(lexical.size));
  session.open("off");
  await session.next("opened");
  session.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await session.next("answer")).answer.degraded?.[0]?.file, lexical.file);
});

test("a missing file triggers a check for a new deployment, and the new generation answers", async () => {
  const session = new TestSession();
  const old = session.host.deploy("1");
  let release = () => {};
  session.host.held.set(old.lexical.file, new Promise((resolve) => (release = resolve)));
  session.open("deferred");
  await session.next("opened");
  session.ask(1, "ownership");
  session.host.files.clear();
  session.host.deploy("2");
  release();
  assert.deepEqual((await session.next("event")).event, { type: "updated" });
  const first = await session.next("answer");
  assert.deepEqual(
    first.answer.pending.map(({ code }) => code),
    ["encoder-waiting"],
  );
  assert.equal((await session.next("answer")).answer.degraded, null);
  assert.equal(session.host.count("docfuse.json"), 1);
});

test("a host that calls an older manifest unchanged does not keep the page on a generation that is gone", async () => {
  const session = new TestSession();
  session.host.deploy("2");
  session.open("off");
  await session.next("opened");
  session.host.unchanged.set("docfuse.json", session.host.files.get("docfuse.json") ?? assert.fail());
  session.host.files.clear();
  session.host.deploy("1");
  session.ask(1, "ownership", { mode: "lexical" });
  assert.deepEqual((await session.next("event")).event, { type: "updated" });
  assert.equal((await session.next("answer")).answer.degraded, null);
});

test("a trap of the search module fails the query", async () => {
  const session = await TestSession.opened("off");
  session.ask(1, "trap");
  assert.equal((await session.next("query-failed")).error.code, "crashed");
});

test("an unreadable manifest is rejected by name, one of another version with advice", async () => {
  for (const [text, code, advice] of [
    ["<!doctype html>", "damaged", /is `base` the folder/],
    [manifestText({}, { version: 99 }), "version", /reload the page/],
    [manifestText({}, { analyzer: 1 }), "version", /build the index anew/],
  ] as const) {
    const session = new TestSession();
    session.host.files.set("docfuse.de.json", encoded(text));
    session.open("off", "docfuse.de.json");
    const { error } = await session.next("open-failed");
    assert.deepEqual([error.code, error.file], [code, "docfuse.de.json"]);
    assert.match(error.message, advice);
  }
});

test("a host without ranges gives the same answer", async () => {
  const session = new TestSession();
  session.host.ranges = false;
  session.host.deploy("1");
  session.open("deferred");
  await session.next("opened");
  session.ask(1, "ownership");
  assert.equal((await session.next("answer")).more, true);
  assert.equal((await session.next("answer")).answer.degraded, null);
});

test("an altered block triggers a check for a new deployment", async () => {
  const session = new TestSession();
  const { texts } = session.host.deploy("1");
  session.host.files.set(texts.file, new Uint8Array(texts.size));
  session.open("off");
  await session.next("opened");
  session.host.deploy("2");
  session.ask(1, "ownership", { mode: "lexical" });
  assert.deepEqual((await session.next("event")).event, { type: "updated" });
  assert.equal((await session.next("answer")).answer.degraded, null);
});

test("an answer gives the modules' computation time, without the network", async () => {
  const session = new TestSession();
  const { lexical } = session.host.deploy("1");
  const wait = new Promise<void>((resolve) => setTimeout(resolve, 100));
  session.host.held.set(lexical.file, wait);
  session.open("off");
  await session.next("opened");
  session.ask(1, "ownership");
  const { took } = await session.next("answer");
  assert.ok(took > 0 && took < 50, `${took} ms`);
});

/** Asks a lexical query; returns how many calls of the search module it took. */
async function calls(session: TestSession, id: number, text = "ownership"): Promise<number> {
  const before = FakeIndex.queries;
  session.ask(id, text, { mode: "lexical" });
  while ((await session.next("answer")).id !== id);
  return FakeIndex.queries - before;
}

test("a repeated query is answered without the search module", async () => {
  const session = await TestSession.opened();
  assert.ok((await calls(session, 1)) > 0);
  assert.ok((await calls(session, 2, "another query")) > 0);
  assert.equal(await calls(session, 3), 0);
});

test("a new deployment drops the kept answers", async () => {
  const session = await TestSession.opened();
  assert.ok((await calls(session, 1)) > 0);
  session.host.files.clear();
  session.host.deploy("2");
  session.ask(2, "a hybrid query, whose vectors are gone");
  while ((await session.next("event")).event.type !== "updated");
  assert.ok((await calls(session, 3)) > 0);
});

test("a retry of failed blocks drops the kept answers", async () => {
  const session = new TestSession();
  const { dense } = session.host.deploy("1");
  session.host.faults.set(dense.file, { times: 2, status: 500 });
  session.open("eager");
  while ((await session.next("state")).encoder !== "ready");
  assert.ok((await calls(session, 1)) > 0);
  assert.equal(await calls(session, 2), 0);
  const clock = mock.method(Date, "now", () => performance.timeOrigin + performance.now() + 2000);
  assert.ok((await calls(session, 3)) > 0);
  clock.mock.restore();
});

test("what is typed is requested, each block once, and a trap or no text is left to the query", async () => {
  const session = new TestSession();
  const { dense } = session.host.deploy("1");
  session.send({ type: "typed", text: "before the index is open" });
  session.open("off");
  await session.next("opened");
  for (const text of ["o", "ow", "trap", null]) session.send({ type: "typed", text: text as string });
  session.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await session.next("answer")).answer.degraded, null);
  await session.settle();
  assert.equal(session.host.count(dense.file), 1);
});
