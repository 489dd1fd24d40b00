/** The worker's state machine: who is answered, when, with what, and how it heals. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { encoded, manifestText, type FakeHost } from "./fake-host.js";
import { Bench } from "./fake-modules.js";
import type { EncoderPolicy } from "../src/protocol.js";

async function opened(encoder: EncoderPolicy = "behind"): Promise<Bench> {
  const bench = new Bench();
  bench.host.deploy("1");
  bench.open(encoder);
  await bench.next("opened");
  return bench;
}

test("the first hybrid answer is lexical, the second comes with the encoder", async () => {
  const bench = await opened();
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

test("the encoder is not asked for before the first hybrid answer, nor by lexical queries", async () => {
  const bench = await opened();
  bench.ask(1, "ownership", { mode: "lexical" });
  await bench.next("answer");
  await bench.settle();
  assert.equal(
    bench.host.requests.some((name) => name.startsWith("model")),
    false,
  );
});

test("an eager encoder loads at the opening", async () => {
  const bench = await opened("eager");
  while ((await bench.next("state")).encoder !== "ready");
  assert.equal(
    bench.host.requests.some((name) => name.startsWith("model")),
    true,
  );
});

test("an encoder that is off never loads, and the answer says why", async () => {
  const bench = await opened("off");
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
  const bench = await opened();
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
  bench.open("behind");
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
  const bench = await opened();
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
      bench.open("behind");
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
      bench.send({ type: "warm" });
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
  const bench = await opened();
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
  const bench = await opened();
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
  bench.open("behind");
  await bench.next("opened");
  bench.ask(1, "ownership", { mode: "lexical" });
  bench.send({ type: "warm" });
  await bench.settle();
  const asksForModel = () => bench.host.requests.some((name) => name.startsWith("model"));
  assert.equal(asksForModel(), false);
  release();
  await bench.next("answer");
  while ((await bench.next("state")).encoder !== "ready");
  assert.ok(asksForModel());
});

test("the next page has the encoder without the host, and a new model takes the place of the old one", async () => {
  const first = await opened("eager");
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
  bench.open("behind");
  await bench.next("opened");
  bench.host.files.set(old.texts.file, new Uint8Array(old.texts.size));
  bench.send({ type: "warm" });
  await bench.settle();
  bench.host.deploy("2", "other weights");
  bench.ask(1, "ownership");
  while ((await bench.next("event")).event.type !== "updated");
  while ((await bench.next("state")).encoder !== "ready");
});

test("a missing file makes it look for a new deployment, and the new generation answers", async () => {
  const bench = new Bench();
  const old = bench.host.deploy("1");
  let release = () => {};
  bench.host.held.set(old.lexical.file, new Promise((resolve) => (release = resolve)));
  bench.open("behind");
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

test("an encoder that traps gives its place to lexical search, until someone asks for it", async () => {
  const bench = await opened("eager");
  while ((await bench.next("state")).encoder !== "ready");
  bench.ask(1, "encoder trap");
  const first = await bench.next("answer");
  assert.equal(first.more, false);
  assert.equal(first.answer.degraded?.[0]?.code, "crashed");
  bench.ask(2, "ownership");
  assert.equal((await bench.next("answer")).answer.degraded?.[0]?.code, "crashed");
  bench.send({ type: "warm" });
  while ((await bench.next("state")).encoder !== "ready");
  bench.ask(3, "ownership");
  assert.equal((await bench.next("answer")).answer.degraded, null);
});

test("a trap of the search module refuses the query", async () => {
  const bench = await opened("off");
  bench.ask(1, "trap");
  assert.equal((await bench.next("refused")).error.code, "crashed");
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
    const { error } = await bench.next("unopened");
    assert.deepEqual([error.code, error.file], [code, "docfuse.de.json"]);
    assert.match(error.message, advice);
  }
});

test("on a host without ranges the same answer comes", async () => {
  const bench = new Bench();
  bench.host.ranges = false;
  bench.host.deploy("1");
  bench.open("behind");
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

test("progress ends at the total", async () => {
  const bench = await opened("eager");
  let last = { loaded: 0, total: 1 };
  for (;;) {
    const { event } = await bench.next("event");
    if (event.type === "ready") break;
    if (event.type === "progress") last = event;
  }
  assert.equal(last.loaded, last.total);
});
