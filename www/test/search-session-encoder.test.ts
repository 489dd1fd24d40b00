/** The worker's state machine while the encoder's load fails, waits, is aborted, or is served from storage. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { encoded, type FakeHost } from "./fake-host.js";
import { TestSession, FullFakeIndex } from "./fake-modules.js";

test("a missing, truncated or altered part of the model leaves the lexical answer, is reported, and recovers", async () => {
  const bad: Record<string, [code: string, (host: FakeHost, name: string) => void]> = {
    missing: ["not-found", (host, name) => host.files.delete(name)],
    cut: ["damaged", (host, name) => host.files.set(name, host.files.get(name)?.slice(0, 30) ?? encoded(""))],
    altered: [
      "damaged",
      (host, name) => host.files.set(name, new Uint8Array(host.files.get(name)?.length ?? 0)),
    ],
    unreachable: ["network", (host, name) => host.faults.set(name, { times: 9, status: 503 })],
  };
  for (const [kind, [code, damage]] of Object.entries(bad)) {
    for (const part of [0, 3, 4]) {
      const session = new TestSession();
      const { model } = session.host.deploy("1");
      const file = [...model.parts, model.tokenizer][part] ?? assert.fail();
      const good = session.host.files.get(file.name) ?? assert.fail();
      damage(session.host, file.name);
      session.open("deferred");
      await session.next("opened");
      session.ask(1, "ownership");
      assert.equal((await session.next("answer")).more, true);
      const late = await session.next("answer");
      const found = late.answer.degraded?.map((degraded) => degraded.code);
      assert.deepEqual([late.more, found], [false, [code]], kind);
      assert.match(late.answer.degraded?.[0]?.message ?? "", new RegExp(file.name), kind);
      session.host.files.set(file.name, good);
      session.host.faults.clear();
      // `load-encoder` retries at once, later queries after a pause.
      session.send({ type: "load-encoder" });
      for (;;) if ((await session.next("state")).encoder === "ready") break;
      session.ask(2, "ownership");
      assert.equal((await session.next("answer")).answer.degraded, null, kind);
      for (const other of model.parts.filter(({ name }) => name !== file.name)) {
        assert.ok(session.host.count(other.name) <= 2, "undamaged parts are kept");
      }
    }
  }
});

test("refused memory is reported, and later queries retry after growing pauses", async () => {
  const session = await TestSession.opened();
  session.refusal = { code: "encoder-memory", message: "refused" };
  const started = Date.now();
  const clock = mock.method(Date, "now", () => started + elapsed);
  let elapsed = 0;
  let id = 0;
  const ask = async () => {
    session.ask((id += 1), "ownership");
    const first = await session.next("answer");
    return first.more ? session.next("answer") : first;
  };
  for (const [time, tries] of [
    [0, 1],
    [4000, 1],
    [5000, 2],
    [14000, 2],
    [15000, 3],
  ] as const) {
    elapsed = time;
    assert.equal((await ask()).answer.degraded?.[0]?.code, "encoder-memory");
    await session.settle();
    const failures = session.messages.filter(
      (message) => message.type === "event" && message.event.type === "failed",
    );
    assert.equal(failures.length, tries, `${time} ms`);
  }
  session.refusal = undefined;
  elapsed = 60_000;
  assert.equal((await ask()).answer.degraded, null);
  clock.mock.restore();
});

test("without SIMD, queries don't retry the encoder", async () => {
  const session = await TestSession.opened();
  session.refusal = { code: "encoder-unsupported", message: "no SIMD" };
  session.ask(1, "ownership");
  await session.next("answer");
  assert.equal((await session.next("answer")).answer.degraded?.[0]?.code, "encoder-unsupported");
  const clock = mock.method(Date, "now", () => performance.timeOrigin + performance.now() + 1e9);
  session.ask(2, "ownership");
  const { answer, more } = await session.next("answer");
  assert.deepEqual([answer.degraded?.[0]?.code, more], ["encoder-unsupported", false]);
  clock.mock.restore();
});

test("loading the encoder waits until the query under way is answered", async () => {
  const session = new TestSession();
  const { lexical } = session.host.deploy("1");
  let release = () => {};
  session.host.held.set(lexical.file, new Promise((resolve) => (release = resolve)));
  session.open("deferred");
  await session.next("opened");
  session.ask(1, "ownership", { mode: "lexical" });
  session.send({ type: "load-encoder" });
  await session.settle();
  const asksForModel = () => session.host.requests.some((name) => name.startsWith("model"));
  assert.equal(asksForModel(), false);
  release();
  await session.next("answer");
  while ((await session.next("state")).encoder !== "ready");
  assert.ok(asksForModel());
});

test("the next page loads the encoder from storage, and a new model replaces the old one", async () => {
  const first = await TestSession.opened("eager");
  while ((await first.next("state")).encoder !== "ready");
  await first.settle();
  const next = new TestSession(first.caches);
  next.host.deploy("2");
  next.open("eager");
  while ((await next.next("state")).encoder !== "ready");
  const ofEncoder = (name: string) => /^(model|tokenizer)/.test(name);
  assert.equal(next.host.requests.some(ofEncoder), false);
  const old = first.caches.keys();
  assert.equal(old.length, 5);
  const newer = new TestSession(first.caches);
  newer.host.deploy("3", "other weights");
  newer.open("eager");
  while ((await newer.next("state")).encoder !== "ready");
  await newer.settle();
  assert.equal(newer.host.requests.filter(ofEncoder).length, 5);
  assert.equal(first.caches.keys().length, 5);
  assert.ok(first.caches.keys().every((key) => !old.includes(key)));
});

test("a model deployed while another one loads aborts that load", async () => {
  const session = new TestSession();
  const old = session.host.deploy("1");
  session.host.held.set(old.model.parts[0]?.name ?? "", new Promise(() => undefined));
  session.open("deferred");
  await session.next("opened");
  session.host.files.set(old.texts.file, new Uint8Array(old.texts.size));
  session.send({ type: "load-encoder" });
  await session.settle();
  session.host.deploy("2", "other weights");
  session.ask(1, "ownership");
  while ((await session.next("event")).event.type !== "updated");
  while ((await session.next("state")).encoder !== "ready");
});

test("a generation deployed while the full search module loads gets that module and dense answers", async () => {
  const session = new TestSession();
  const old = session.host.deploy("1");
  let release = () => {};
  session.full = new Promise((resolve) => (release = () => resolve(FullFakeIndex)));
  session.open("deferred");
  await session.next("opened");
  session.host.files.delete(old.texts.file);
  session.send({ type: "load-encoder" });
  await session.settle();
  session.host.deploy("2");
  session.ask(1, "ownership", { late: false });
  while ((await session.next("event")).event.type !== "updated");
  await session.next("answer");
  release();
  for (;;) {
    const { event } = await session.next("event");
    assert.notEqual(event.type, "failed");
    if (event.type === "ready") break;
  }
  session.ask(2, "ownership");
  const { answer, more } = await session.next("answer");
  assert.deepEqual([answer.degraded, more], [null, false]);
});

test("a failure of the full search module aborts the encoder's load", async () => {
  const session = new TestSession();
  const { model } = session.host.deploy("1");
  let release = () => {};
  session.host.held.set(model.parts[0]?.name ?? "", new Promise((resolve) => (release = resolve)));
  session.full = Promise.reject(new Error("no search module"));
  session.full.catch(() => undefined); // handled when it is requested
  session.open("eager");
  while ((await session.next("event")).event.type !== "failed");
  session.host.requests.length = session.messages.length = 0;
  release();
  await session.settle();
  assert.deepEqual(
    [session.host.requests, session.messages],
    [["docfuse.json"], []],
    "only the check for a new deployment",
  );
});

test("after a trap of the encoder, queries are lexical until it is loaded explicitly", async () => {
  const session = await TestSession.opened("eager");
  while ((await session.next("state")).encoder !== "ready");
  session.ask(1, "encoder trap");
  const first = await session.next("answer");
  assert.equal(first.more, false);
  assert.equal(first.answer.degraded?.[0]?.code, "crashed");
  session.ask(2, "ownership");
  assert.equal((await session.next("answer")).answer.degraded?.[0]?.code, "crashed");
  session.send({ type: "load-encoder" });
  while ((await session.next("state")).encoder !== "ready");
  session.ask(3, "ownership");
  assert.equal((await session.next("answer")).answer.degraded, null);
});

test("progress ends at the total", async () => {
  const session = await TestSession.opened("eager");
  let last = { loaded: 0, total: 1 };
  for (;;) {
    const { event } = await session.next("event");
    if (event.type === "ready") break;
    if (event.type === "progress") last = event;
  }
  assert.equal(last.loaded, last.total);
});
