/** The worker's state machine: who is answered, when, with what, and how it heals. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { encoded, manifestText } from "./fake-host.js";
import { Bench, FakeEncoder } from "./fake-modules.js";

test("the first hybrid answer is lexical, the second comes with the encoder", async () => {
  const bench = await Bench.opened();
  bench.ask(1, "ownership");
  const first = await bench.next("answer");
  assert.equal(first.more, true);
  assert.equal(first.answer.degraded?.[0]?.code, "encoder-loading");
  const second = await bench.next("answer");
  assert.equal(second.id, 1);
  assert.equal(second.more, false);
  assert.equal(second.answer.degraded, null);
  bench.ask(2, "ownership");
  const third = await bench.next("answer");
  assert.equal(third.more, false);
  assert.equal(third.answer.degraded, null);
});

test("words that were corrected are embedded as corrected, once", async () => {
  const bench = await Bench.opened("eager");
  while ((await bench.next("state")).encoder !== "ready");
  FakeEncoder.embedded.length = 0;
  bench.ask(1, "a mistpyed query");
  const { answer, more } = await bench.next("answer");
  assert.equal(more, false);
  assert.equal(answer.degraded, null);
  assert.deepEqual(FakeEncoder.embedded, ["a mistpyed query", "a mistyped query"]);
});

test("the encoder is not asked for before the first hybrid answer, nor by lexical queries", async () => {
  const bench = await Bench.opened();
  bench.ask(1, "ownership", { mode: "lexical" });
  await bench.next("answer");
  await bench.settle();
  assert.equal(
    bench.host.requests.some((name) => name.startsWith("model")),
    false,
  );
});

test("an eager encoder loads at the opening", async () => {
  const bench = await Bench.opened("eager");
  while ((await bench.next("state")).encoder !== "ready");
  assert.equal(
    bench.host.requests.some((name) => name.startsWith("model")),
    true,
  );
});

test("an encoder that is off never loads, and the answer says why", async () => {
  const bench = await Bench.opened("off");
  bench.ask(1, "ownership");
  const { answer, more } = await bench.next("answer");
  assert.equal(more, false);
  assert.equal(answer.degraded?.[0]?.code, "encoder-off");
  await bench.settle();
  assert.equal(
    bench.host.requests.some((name) => name.startsWith("model")),
    false,
  );
});

test("a dense query waits for the encoder", async () => {
  const bench = await Bench.opened();
  bench.ask(1, "ownership", { mode: "dense" });
  const { answer } = await bench.next("answer");
  assert.equal(answer.degraded, null);
});

test("an older query is dropped when a newer one comes while files are on their way", async () => {
  const bench = new Bench();
  const { lexical } = bench.host.deploy("1");
  let release = () => {};
  bench.host.held.set(lexical.file, new Promise((resolve) => (release = resolve)));
  bench.open("off");
  await bench.next("opened");
  bench.ask(1, "owner");
  bench.ask(2, "ownership");
  await bench.settle();
  release();
  assert.equal((await bench.next("answer")).id, 2);
  await bench.settle();
  assert.equal(
    bench.messages.some((message) => message.type === "answer"),
    false,
  );
  assert.equal(bench.host.count(lexical.file), 1, "both queries share one download");
});

test("only the newest query gets a late answer", async () => {
  const bench = new Bench();
  const { model } = bench.host.deploy("1");
  let release = () => {};
  bench.host.held.set(model.parts[0]?.name ?? "", new Promise((resolve) => (release = resolve)));
  bench.open("deferred");
  await bench.next("opened");
  for (const id of [1, 2, 3]) {
    bench.ask(id, `query ${id}`);
    assert.equal((await bench.next("answer")).more, true);
  }
  bench.send({ type: "cancel", id: 2 });
  release();
  const late = await bench.next("answer");
  assert.deepEqual([late.id, late.more, late.answer.degraded], [3, false, null]);
  await bench.settle();
  assert.equal(
    bench.messages.some((message) => message.type === "answer"),
    false,
  );
});

test("a cancelled query gets no late answer", async () => {
  const bench = await Bench.opened();
  bench.ask(1, "ownership");
  await bench.next("answer");
  bench.send({ type: "cancel", id: 1 });
  while ((await bench.next("state")).encoder !== "ready");
  await bench.settle();
  assert.equal(
    bench.messages.some((message) => message.type === "answer"),
    false,
  );
});

test("one network failure is made good by the second try", async () => {
  const bench = new Bench();
  const { lexical } = bench.host.deploy("1");
  bench.host.faults.set(lexical.file, { times: 1 });
  bench.open("off");
  await bench.next("opened");
  bench.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await bench.next("answer")).answer.degraded, null);
  assert.equal(bench.host.count(lexical.file), 2);
});

test("a file that can't be had degrades the answer, and a later query heals it", async () => {
  const bench = new Bench();
  const { lexical } = bench.host.deploy("1");
  bench.host.faults.set(lexical.file, { times: 2, status: 500 });
  bench.open("off");
  await bench.next("opened");
  bench.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await bench.next("answer")).answer.degraded?.[0]?.file, lexical.file);
  bench.ask(2, "ownership", { mode: "lexical" });
  assert.equal(
    (await bench.next("answer")).answer.degraded?.[0]?.file,
    lexical.file,
    "not asked at each key",
  );
  const clock = mock.method(Date, "now", () => performance.timeOrigin + performance.now() + 2000);
  bench.ask(3, "ownership", { mode: "lexical" });
  assert.equal((await bench.next("answer")).answer.degraded, null);
  clock.mock.restore();
});

test("an altered file degrades the answer", async () => {
  const bench = new Bench();
  const { lexical } = bench.host.deploy("1");
  bench.host.files.set(lexical.file, new Uint8Array(lexical.size));
  bench.open("off");
  await bench.next("opened");
  bench.ask(1, "ownership", { mode: "lexical" });
  assert.equal((await bench.next("answer")).answer.degraded?.[0]?.file, lexical.file);
});

test("a missing file makes it look for a new deployment, and the new generation answers", async () => {
  const bench = new Bench();
  const old = bench.host.deploy("1");
  let release = () => {};
  bench.host.held.set(old.lexical.file, new Promise((resolve) => (release = resolve)));
  bench.open("deferred");
  await bench.next("opened");
  bench.ask(1, "ownership");
  bench.host.files.clear();
  bench.host.deploy("2");
  release();
  assert.deepEqual((await bench.next("event")).event, { type: "updated" });
  const first = await bench.next("answer");
  assert.deepEqual(
    first.answer.degraded?.map(({ code }) => code),
    ["encoder-loading"],
  );
  assert.equal((await bench.next("answer")).answer.degraded, null);
  assert.equal(bench.host.count("docfuse.json"), 1);
});

test("a trap of the search module refuses the query", async () => {
  const bench = await Bench.opened("off");
  bench.ask(1, "trap");
  assert.equal((await bench.next("query-failed")).error.code, "crashed");
});

test("an unreadable manifest is refused with its name, one of another version with advice", async () => {
  for (const [text, code, advice] of [
    ["<!doctype html>", "damaged", /is `base` the folder/],
    [manifestText({}, { version: 4 }), "version", /reload the page/],
    [manifestText({}, { analyzer: 1 }), "version", /build the index anew/],
  ] as const) {
    const bench = new Bench();
    bench.host.files.set("docfuse.de.json", encoded(text));
    bench.open("off", "docfuse.de.json");
    const { error } = await bench.next("open-failed");
    assert.deepEqual([error.code, error.file], [code, "docfuse.de.json"]);
    assert.match(error.message, advice);
  }
});

test("on a host without ranges the same answer comes", async () => {
  const bench = new Bench();
  bench.host.ranges = false;
  bench.host.deploy("1");
  bench.open("deferred");
  await bench.next("opened");
  bench.ask(1, "ownership");
  assert.equal((await bench.next("answer")).more, true);
  assert.equal((await bench.next("answer")).answer.degraded, null);
});

test("an altered piece makes it look for a new deployment", async () => {
  const bench = new Bench();
  const { texts } = bench.host.deploy("1");
  bench.host.files.set(texts.file, new Uint8Array(texts.size));
  bench.open("off");
  await bench.next("opened");
  bench.host.deploy("2");
  bench.ask(1, "ownership", { mode: "lexical" });
  assert.deepEqual((await bench.next("event")).event, { type: "updated" });
  assert.equal((await bench.next("answer")).answer.degraded, null);
});

test("an answer says how long the modules computed, without the wait for the host", async () => {
  const bench = new Bench();
  const { lexical } = bench.host.deploy("1");
  const wait = new Promise<void>((resolve) => setTimeout(resolve, 100));
  bench.host.held.set(lexical.file, wait);
  bench.open("off");
  await bench.next("opened");
  bench.ask(1, "ownership");
  const { took } = await bench.next("answer");
  assert.ok(took > 0 && took < 50, `${took} ms`);
});
