/** Loading the encoder's files: fetched and checked one by one, kept for other pages, fetched again if damaged. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Fetch } from "../src/fetch/http.js";
import { FOLDER } from "../src/encoder/model-ref.js";
import { loadModel, type LoaderJob } from "../src/encoder/model-loader.js";
import { ModelStore } from "../src/encoder/model-store.js";
import { FakeCaches } from "./fake-caches.js";
import { BASE, encoded, FakeHost, type FakeModel } from "./fake-host.js";
import { FakeEncoder, FakeLoader } from "./fake-modules.js";

interface Site {
  readonly host: FakeHost;
  readonly model: FakeModel;
  readonly caches: FakeCaches;
  readonly inits: RequestInit[];
  load(job?: Partial<LoaderJob>): Promise<void>;
}

function site(): Site {
  const host = new FakeHost();
  const { model } = host.deploy("1");
  const caches = new FakeCaches();
  const inits: RequestInit[] = [];
  const fetch: Fetch = (url, init) => {
    inits.push(init);
    return host.fetch(url, init);
  };
  const load = async (job: Partial<LoaderJob> = {}) => {
    const store = await ModelStore.open(caches);
    const { signal } = new AbortController();
    const whole = {
      fetch,
      base: BASE,
      model: { ...model },
      signal,
      reload: false,
      fetcher: { load: () => assert.fail("no rows") },
      onProgress: () => {},
      ...job,
    };
    const encoder = await loadModel(whole, () => FakeLoader, store);
    assert.ok(encoder instanceof FakeEncoder);
    await store.keepOnly([...model.parts, model.tokenizer]); // all writes have ended
  };
  return { host, model, caches, inits, load };
}

const last = ({ model }: Site) => model.parts[3] ?? assert.fail();
const keyOf = ({ sha256 }: { sha256: string }) => `https://docfuse.invalid/${sha256}`;

test("files are fetched once, at low priority and past the HTTP cache", async () => {
  const here = site();
  await here.load();
  assert.equal(here.host.requests.length, 5);
  assert.ok(here.inits.every(({ cache, priority }) => cache === "no-store" && priority === "low"));
  const { model } = here;
  assert.deepEqual(here.caches.keys().sort(), [...model.parts, model.tokenizer].map(keyOf).sort());
  await here.load();
  assert.equal(here.host.requests.length, 5);
});

test("the files of a further index come from its folder, which no manifest can name", async () => {
  const here = site();
  const urls: string[] = [];
  const fetch: Fetch = (url, init) => {
    urls.push(url);
    return here.host.fetch(url.replace("https://api.example/", BASE), init);
  };
  const name = (file: { readonly name: string }) => file.name;
  const files = [...here.model.parts, here.model.tokenizer].map(name).sort();
  const further = { ...here.model, [FOLDER]: "https://api.example/" };
  await here.load({ fetch, model: further });
  assert.deepEqual(
    urls.sort(),
    files.map((file) => `https://api.example/${file}`),
  );

  const other = site();
  urls.length = 0;
  await other.load({ fetch, model: { ...other.model, folder: "https://api.example/" } });
  assert.deepEqual(
    urls.sort(),
    files.map((file) => BASE + file),
  );
});

test("without storage, files come from the HTTP cache; after a failure, from the host", async () => {
  for (const refuses of ["open", "put"] as const) {
    const here = site();
    here.caches.refuses = refuses;
    await here.load();
    await here.load({ reload: true });
    const wanted = refuses === "open" ? ["force-cache", "reload"] : ["no-store", "no-store"];
    assert.deepEqual([here.inits[0]?.cache, here.inits[9]?.cache], wanted);
    assert.equal(here.host.requests.length, 10);
    assert.deepEqual(here.caches.keys(), []);
  }
});

test("three files are fetched in parallel", async () => {
  const here = site();
  let releaseAll = () => {};
  const held = new Promise<void>((resolve) => (releaseAll = resolve));
  for (const { name } of here.model.parts) here.host.held.set(name, held);
  const loading = here.load();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(here.host.requests.length, 3);
  releaseAll();
  await loading;
});

test("undamaged files are kept, a damaged one is not", async () => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(50_000_000)));
  for (const damage of [
    (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(1),
    (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -1),
    (bytes: Uint8Array<ArrayBuffer>) => bytes.map((byte) => byte ^ 1),
    () => encoded(""),
    () => encoded("w"),
    () => bomb,
    () => bomb.slice(0, 300),
    (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array([...bytes, ...bytes]),
    () => new Uint8Array(gzipSync("another content")),
  ]) {
    const here = site();
    const file = last(here);
    const good = here.host.files.get(file.name) ?? assert.fail();
    here.host.files.set(file.name, damage(good));
    await assert.rejects(here.load(), { code: "damaged", file: file.name });
    assert.equal(here.host.count(file.name), 2);
    assert.equal(here.caches.entries.has(keyOf(file)), false);
    here.host.files.set(file.name, good);
    const asked = here.host.requests.length;
    const kept = here.caches.keys().length;
    assert.ok(kept >= 2);
    await here.load();
    assert.equal(here.host.requests.length - asked, 5 - kept);
  }
});

test("only a kept file that was altered, truncated or emptied is fetched again", async () => {
  for (const damage of [
    (bytes: Uint8Array<ArrayBuffer>) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte)),
    (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -10),
    () => encoded(""),
  ]) {
    for (const part of [0, 3, 4]) {
      const here = site();
      await here.load();
      const file = [...here.model.parts, here.model.tokenizer][part] ?? assert.fail();
      const good = here.caches.entries.get(keyOf(file)) ?? assert.fail();
      here.caches.entries.set(keyOf(file), damage(good));
      here.host.requests.length = 0;
      await here.load();
      assert.deepEqual(here.host.requests, [file.name]);
      assert.deepEqual(here.caches.entries.get(keyOf(file)), good);
    }
  }
});

test("the module hashes if the browser does not", async (context) => {
  context.mock.getter(crypto, "subtle", () => undefined);
  const here = site();
  await here.load();
  const file = last(here);
  const kept = here.caches.entries.get(keyOf(file)) ?? assert.fail();
  here.caches.entries.set(
    keyOf(file),
    kept.map((byte, at) => (at === kept.length >> 1 ? byte ^ 1 : byte)),
  );
  here.host.requests.length = 0;
  await here.load();
  assert.deepEqual(here.host.requests, [file.name]);
});

test("files of an old model are deleted once the new one is loaded, not before", async () => {
  const here = site();
  await here.load();
  const old = here.caches.keys();
  const { model } = here.host.deploy("2", "other");
  const name = model.parts[2]?.name ?? assert.fail();
  const good = here.host.files.get(name) ?? assert.fail();
  here.host.files.delete(name);
  const store = await ModelStore.open(here.caches);
  const { signal } = new AbortController();
  const job = {
    fetch: here.host.fetch,
    base: BASE,
    model: { ...model },
    signal,
    reload: false,
    fetcher: { load: () => assert.fail("no rows") },
    onProgress: () => {},
  };
  await assert.rejects(
    loadModel(job, () => FakeLoader, store),
    { code: "not-found", file: name },
  );
  assert.ok(old.every((key) => here.caches.entries.has(key)));
  here.host.files.set(name, good);
  await loadModel(job, () => FakeLoader, store);
  await store.keepOnly([...model.parts, model.tokenizer]);
  assert.deepEqual(here.caches.keys().sort(), [...model.parts, model.tokenizer].map(keyOf).sort());
});

test("a missing file aborts the load and its other fetches", async () => {
  const here = site();
  const [first, second] = here.model.parts;
  here.host.files.delete(first?.name ?? "");
  here.host.held.set(second?.name ?? "", new Promise(() => undefined));
  await assert.rejects(here.load(), { code: "not-found", file: first?.name });
  assert.equal(here.inits[1]?.signal?.aborted, true);
});

test("aborting a load aborts its fetches", async () => {
  const here = site();
  for (const { name } of here.model.parts) here.host.held.set(name, new Promise(() => undefined));
  const stop = new AbortController();
  const loading = here.load({ signal: stop.signal });
  await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  assert.ok(here.inits.every(({ signal }) => signal?.aborted));
  await assert.rejects(loading, { name: "AbortError" });
});

test("an aborted load reads no further file from the store and reports no progress", async () => {
  const here = site();
  await here.load();
  const stop = new AbortController();
  let reports = 0;
  here.caches.reads = 0;
  const onProgress = () => {
    reports += 1;
    stop.abort();
  };
  await assert.rejects(here.load({ signal: stop.signal, onProgress }), { name: "AbortError" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([here.caches.reads, reports], [3, 1]);
  assert.equal(here.caches.keys().length, 5);
});

test("a host may decompress a file itself, and a file may be stored uncompressed", async () => {
  const here = site();
  const raw = encoded("weights 0, ".repeat(50));
  here.host.files.set(here.model.parts[0]?.name ?? "", raw);
  await here.load();
});

test("progress rises to the total, from the host and from the store", async () => {
  const here = site();
  const { parts, tokenizer } = here.model;
  const total = [...parts, tokenizer].reduce((sum, { stored }) => sum + stored, 0);
  for (const from of ["host", "kept"]) {
    const seen: number[] = [];
    await here.load({
      onProgress: (loaded, of) => {
        assert.equal(of, total);
        seen.push(loaded);
      },
    });
    assert.equal(seen.at(-1), total, from);
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => a - b),
    );
  }
});

test("a name that points outside the folder is not requested", async () => {
  const here = site();
  for (const name of ["../model.bin", "https://other.example/x", "a/b.bin", "", "model"]) {
    const tokenizer = { ...here.model.tokenizer, name };
    await assert.rejects(here.load({ model: { ...here.model, tokenizer } }), { code: "damaged" });
  }
  assert.ok(here.host.requests.every((name) => name.startsWith("model-")));
});

test("the network's speed is kept for the next pages, half an hour, and beside a model's files", async (context) => {
  let now = 1_000_000;
  context.mock.method(Date, "now", () => now);
  const caches = new FakeCaches();
  const store = await ModelStore.open(caches);
  assert.equal(await store.keptRate(), undefined);
  await store.keepRate(undefined);
  assert.equal(await store.keptRate(), undefined);
  await store.keepRate(100_000);
  await store.keepOnly([]);
  const next = await ModelStore.open(caches);
  assert.equal(await next.keptRate(), 100_000);
  now += 1_800_000;
  assert.equal(await next.keptRate(), undefined);
  for (const text of ["", "{}", "5", "null", `["x",${now}]`, `[-1,${now}]`]) {
    for (const [key] of caches.entries) caches.entries.set(key, encoded(text));
    assert.equal(await next.keptRate(), undefined, text);
  }
  assert.equal(await (await ModelStore.open(undefined)).keptRate(), undefined);
});
