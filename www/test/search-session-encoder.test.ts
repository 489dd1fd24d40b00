/** The worker's state machine where the encoder's load fails, waits, is given up or comes from another page. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { encoded, type FakeHost } from "./fake-host.js";
import { Bench, FullFakeIndex } from "./fake-modules.js";

test("a part of the model that is missing, cut or altered leaves the lexical answer, says why, and heals", async () => {
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
      const bench = new Bench();
      const { model } = bench.host.deploy("1");
      const file = [...model.parts, model.tokenizer][part] ?? assert.fail();
      const good = bench.host.files.get(file.name) ?? assert.fail();
      damage(bench.host, file.name);
      bench.open("deferred");
      await bench.next("opened");
      bench.ask(1, "ownership");
      assert.equal((await bench.next("answer")).more, true);
      const late = await bench.next("answer");
      const found = late.answer.degraded?.map((degraded) => degraded.code);
      assert.deepEqual([late.more, found], [false, [code]], kind);
      assert.match(late.answer.degraded?.[0]?.message ?? "", new RegExp(file.name), kind);
      bench.host.files.set(file.name, good);
      bench.host.faults.clear();
      // Whoever asks for the encoder gets a try at once, later queries after a pause.
      bench.send({ type: "load-encoder" });
      for (;;) if ((await bench.next("state")).encoder === "ready") break;
      bench.ask(2, "ownership");
      assert.equal((await bench.next("answer")).answer.degraded, null, kind);
      for (const other of model.parts.filter(({ name }) => name !== file.name)) {
        assert.ok(bench.host.count(other.name) <= 2, "a part that came whole stays");
      }
    }
  }
});

test("memory that is refused is said, and a later query tries again, each time after a longer pause", async () => {
  const bench = await Bench.opened();
  bench.refusal = { code: "encoder-memory", message: "refused" };
  const started = Date.now();
  const clock = mock.method(Date, "now", () => started + elapsed);
  let elapsed = 0;
  let id = 0;
  const ask = async () => {
    bench.ask((id += 1), "ownership");
    const first = await bench.next("answer");
    return first.more ? bench.next("answer") : first;
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
    await bench.settle();
    const failures = bench.messages.filter(
      (message) => message.type === "event" && message.event.type === "failed",
    );
    assert.equal(failures.length, tries, `${time} ms`);
  }
  bench.refusal = undefined;
  elapsed = 60_000;
  assert.equal((await ask()).answer.degraded, null);
  clock.mock.restore();
});

test("without SIMD it is not tried again, unless someone asks for the encoder", async () => {
  const bench = await Bench.opened();
  bench.refusal = { code: "encoder-unsupported", message: "no SIMD" };
  bench.ask(1, "ownership");
  await bench.next("answer");
  assert.equal((await bench.next("answer")).answer.degraded?.[0]?.code, "encoder-unsupported");
  const clock = mock.method(Date, "now", () => performance.timeOrigin + performance.now() + 1e9);
  bench.ask(2, "ownership");
  const { answer, more } = await bench.next("answer");
  assert.deepEqual([answer.degraded?.[0]?.code, more], ["encoder-unsupported", false]);
  clock.mock.restore();
});

test("what asks for the encoder waits until the query under way is answered", async () => {
  const bench = new Bench();
  const { lexical } = bench.host.deploy("1");
  let release = () => {};
  bench.host.held.set(lexical.file, new Promise((resolve) => (release = resolve)));
  bench.open("deferred");
  await bench.next("opened");
  bench.ask(1, "ownership", { mode: "lexical" });
  bench.send({ type: "load-encoder" });
  await bench.settle();
  const asksForModel = () => bench.host.requests.some((name) => name.startsWith("model"));
  assert.equal(asksForModel(), false);
  release();
  await bench.next("answer");
  while ((await bench.next("state")).encoder !== "ready");
  assert.ok(asksForModel());
});

test("the next page has the encoder without the host, and a new model takes the place of the old one", async () => {
  const first = await Bench.opened("eager");
  while ((await first.next("state")).encoder !== "ready");
  await first.settle();
  const next = new Bench(first.caches);
  next.host.deploy("2");
  next.open("eager");
  while ((await next.next("state")).encoder !== "ready");
  const ofEncoder = (name: string) => /^(model|tokenizer)/.test(name);
  assert.equal(next.host.requests.some(ofEncoder), false);
  const old = first.caches.keys();
  assert.equal(old.length, 5);
  const newer = new Bench(first.caches);
  newer.host.deploy("3", "other weights");
  newer.open("eager");
  while ((await newer.next("state")).encoder !== "ready");
  await newer.settle();
  assert.equal(newer.host.requests.filter(ofEncoder).length, 5);
  assert.equal(first.caches.keys().length, 5);
  assert.ok(first.caches.keys().every((key) => !old.includes(key)));
});

test("a model deployed while another one is loading ends that load", async () => {
  const bench = new Bench();
  const old = bench.host.deploy("1");
  bench.host.held.set(old.model.parts[0]?.name ?? "", new Promise(() => undefined));
  bench.open("deferred");
  await bench.next("opened");
  bench.host.files.set(old.texts.file, new Uint8Array(old.texts.size));
  bench.send({ type: "load-encoder" });
  await bench.settle();
  bench.host.deploy("2", "other weights");
  bench.ask(1, "ownership");
  while ((await bench.next("event")).event.type !== "updated");
  while ((await bench.next("state")).encoder !== "ready");
});

test("a generation deployed while the full search module is on its way gets that module, and vectors", async () => {
  const bench = new Bench();
  const old = bench.host.deploy("1");
  let release = () => {};
  bench.full = new Promise((resolve) => (release = () => resolve(FullFakeIndex)));
  bench.open("deferred");
  await bench.next("opened");
  bench.host.files.delete(old.texts.file);
  bench.send({ type: "load-encoder" });
  await bench.settle();
  bench.host.deploy("2");
  bench.ask(1, "ownership", { late: false });
  while ((await bench.next("event")).event.type !== "updated");
  await bench.next("answer");
  release();
  for (;;) {
    const { event } = await bench.next("event");
    assert.notEqual(event.type, "failed");
    if (event.type === "ready") break;
  }
  bench.ask(2, "ownership");
  const { answer, more } = await bench.next("answer");
  assert.deepEqual([answer.degraded, more], [null, false]);
});

test("a full search module that can't be had ends the load of the encoder", async () => {
  const bench = new Bench();
  const { model } = bench.host.deploy("1");
  let release = () => {};
  bench.host.held.set(model.parts[0]?.name ?? "", new Promise((resolve) => (release = resolve)));
  bench.full = Promise.reject(new Error("no search module"));
  bench.full.catch(() => undefined); // heard of when it is asked for
  bench.open("eager");
  while ((await bench.next("event")).event.type !== "failed");
  bench.host.requests.length = bench.messages.length = 0;
  release();
  await bench.settle();
  assert.deepEqual(
    [bench.host.requests, bench.messages],
    [["docfuse.json"], []],
    "only the look for a new index",
  );
});

test("an encoder that traps gives its place to lexical search, until someone asks for it", async () => {
  const bench = await Bench.opened("eager");
  while ((await bench.next("state")).encoder !== "ready");
  bench.ask(1, "encoder trap");
  const first = await bench.next("answer");
  assert.equal(first.more, false);
  assert.equal(first.answer.degraded?.[0]?.code, "crashed");
  bench.ask(2, "ownership");
  assert.equal((await bench.next("answer")).answer.degraded?.[0]?.code, "crashed");
  bench.send({ type: "load-encoder" });
  while ((await bench.next("state")).encoder !== "ready");
  bench.ask(3, "ownership");
  assert.equal((await bench.next("answer")).answer.degraded, null);
});

test("progress ends at the total", async () => {
  const bench = await Bench.opened("eager");
  let last = { loaded: 0, total: 1 };
  for (;;) {
    const { event } = await bench.next("event");
    if (event.type === "ready") break;
    if (event.type === "progress") last = event;
  }
  assert.equal(last.loaded, last.total);
});
