/** The client with fake workers: which worker gets which manifest, and how requests and answers are converted. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { DocfuseError } from "../src/shared/error.js";
import { open, type OpenOptions } from "../src/client/open.js";
import type { FromWorker, SearchEvent, SentAnswer, ToWorker } from "../src/shared/protocol.js";
import { Connection } from "../src/ui/shell/connection.js";
import type { QueryOptions } from "../src/client/query-options.js";
import { toRequest } from "../src/worker/request.js";
import { BASE, encoded, FakeHost, manifestText } from "./fake-host.js";

/** A worker that opens anything and answers every query with `answer`. */
class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault(): void }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  /** Whether no worker says anything. */
  static silent = false;
  readonly received: ToWorker[] = [];
  terminated = false;

  constructor(readonly kind: string) {
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    this.received.push(structuredClone(message));
    queueMicrotask(() => {
      if (message.type === "open") this.say({ type: "opened" });
      if (message.type === "query")
        this.say({ type: "answer", id: message.id, answer, more: false, took: 3 });
    });
  }

  terminate(): void {
    this.terminated = true;
  }

  say(data: FromWorker): void {
    if (!this.terminated && !FakeWorker.silent) this.onmessage?.({ data });
  }
}

const answer: SentAnswer = {
  pending: [],
  query: "ownershp",
  mode: "hybrid",
  degraded: null,
  total: 0,
  hits: [],
  corrections: [{ from: "ownershp", to: "ownership" }],
  facets: { version: { "1.0": 2 } },
  doc_aggregates: [{ page: "a.html", title: "A", hits: 2 }],
  suggestions: [{ text: "ownership" }, { text: "Ownership", url: "../own.html#top" }],
};

let workers: FakeWorker[];
let host: FakeHost;

beforeEach(() => {
  workers = [];
  host = new FakeHost();
  host.deploy("1");
  const document = { baseURI: "https://docs.example/page.html", documentElement: { lang: "en-GB" } };
  Object.assign(globalThis, { Worker: FakeWorker, document, fetch: host.fetch });
  Object.assign(globalThis, { requestAnimationFrame: (draw: () => void) => setTimeout(draw, 1) });
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
});

afterEach(() => assert.ok(workers.slice(0, -1).every(({ terminated }) => terminated)));

const opening = (options: Partial<OpenOptions> = {}) =>
  open({ base: "docfuse", worker: (kind) => new FakeWorker(kind) as unknown as Worker, ...options });

test("the worker starts while the manifest loads, and gets it", async () => {
  let release = () => {};
  host.held.set("docfuse.json", new Promise((resolve) => (release = resolve)));
  const search = opening();
  assert.deepEqual([workers.length, host.requests], [1, ["docfuse.json"]]);
  release();
  await search;
  const manifest = { name: "docfuse.json", text: host.text("docfuse.json") };
  const reranker = undefined;
  const open = { type: "open", base: BASE, manifest, encoder: "auto", dense: "auto", reranker };
  assert.deepEqual(workers[0]?.received, [open]);
});

test("an open index says what it is, and its filters", async () => {
  const about = { pages: 2, sections: 5, model: null, offers: { sort: ["date:desc", "title"] } };
  host.files.set("docfuse.json", encoded(manifestText({}, about)));
  const search = await opening();
  assert.deepEqual(search.info(), {
    language: "en",
    languages: ["en"],
    pages: 2,
    sections: 5,
    vectors: false,
    sort: ["date", "title"],
  });
  assert.deepEqual(await search.filters(), { version: { "1.0": 2 } });
  const { text, options } = workers[0]?.received.at(-1) as Extract<ToWorker, { type: "query" }>;
  assert.deepEqual([text, options], ["", { facets: true, limit: 1 }]);
  host.deploy("2");
  workers = [];
  const { vectors, sort } = (await opening()).info();
  assert.deepEqual([vectors, sort], [true, []]);
});

test("an open index says its language and the others of the site", async () => {
  const languages = { de: "docfuse.de.json", ja: "docfuse.ja.json" };
  host.files.set("docfuse.json", encoded(manifestText({}, { languages })));
  host.files.set("docfuse.de.json", encoded(manifestText({}, { language: "de" })));
  for (const [wanted, expected] of [
    ["de", "de"],
    ["fr", "en"],
  ] as const) {
    const search = await opening({ language: wanted });
    assert.deepEqual([search.language, search.languages], [expected, ["en", "de", "ja"]]);
    workers = [];
  }
});

/** The request that the worker makes of a query. */
const requestOf = ({ text, options, reranks, site }: Extract<ToWorker, { type: "query" }>) =>
  toRequest(text, options, reranks, site);

/** Kinds of the started workers, and the last one's manifest. */
async function used(options: Partial<OpenOptions> = {}): Promise<unknown[]> {
  await opening(options);
  const [message] = workers.at(-1)?.received ?? [];
  return [workers.map(({ kind }) => kind), message?.type === "open" && message.manifest.name];
}

test("the document's language decides, unless the caller gives one", async () => {
  const { lexical, texts, dense } = host.deploy("1");
  const directory = { lexical, texts, dense };
  host.files.set("docfuse.json", encoded(manifestText(directory, { languages: { de: "docfuse.de.json" } })));
  host.files.set("docfuse.de.json", encoded(manifestText(directory, { language: "de" })));
  assert.deepEqual(await used(), [["english"], "docfuse.json"]);
  workers = [];
  assert.deepEqual(await used({ language: "de-CH" }), [["languages"], "docfuse.de.json"]);
  workers = [];
  document.documentElement.lang = "de";
  assert.deepEqual(await used(), [["languages"], "docfuse.de.json"]);
});

test("without a page, addresses must be absolute", async () => {
  Object.assign(globalThis, { document: undefined });
  assert.deepEqual(await used({ base: BASE }), [["english"], "docfuse.json"]);
  const [message] = workers.at(-1)?.received ?? [];
  assert.equal(message?.type === "open" && message.base, BASE);
  for (const options of [
    {},
    { base: "/docfuse/" },
    { base: BASE, site: "/" },
    { base: [BASE, "../two/docfuse"] },
    { base: [BASE, { url: "two" }] },
    { base: BASE, reranker: "reranker" },
  ])
    await assert.rejects(opening(options), { code: "unsupported" }, JSON.stringify(options));
  workers = [];
  const several = await opening({ base: [BASE, "https://two.example/docfuse"] });
  const [asked] = workers.at(-1)?.received ?? [];
  const sites = asked?.type === "open" ? (JSON.parse(asked.sites ?? "[]") as unknown[]) : [];
  assert.deepEqual(sites, [BASE, [BASE, "https://two.example/docfuse"]]);
  several.close();
});

test("an index in another language than the page's gets its own worker", async () => {
  host.files.set("docfuse.json", encoded(manifestText({}, { language: "de" })));
  assert.deepEqual(await used(), [["english", "languages"], "docfuse.json"]);
});

test("a missing manifest, or an abort while it loads, rejects and terminates the worker", async () => {
  host.files.delete("docfuse.json");
  await assert.rejects(opening(), { code: "not-found", file: "docfuse.json" });
  host.held.set("docfuse.json", new Promise(() => undefined));
  const abort = new AbortController();
  const search = opening({ signal: abort.signal });
  abort.abort(new Error("enough"));
  await assert.rejects(search, { message: "enough" });
  assert.ok(workers.every(({ terminated }) => terminated));
});

/** Opens the index by workers of which the first so many do not start. */
const openingAfter = (failing: number) =>
  opening({
    worker: (kind) => {
      const worker = new FakeWorker(kind);
      const broken = { message: "", preventDefault: () => undefined };
      if (workers.length <= failing) queueMicrotask(() => worker.onerror?.(broken));
      return worker as unknown as Worker;
    },
  });

test("a worker script that does not load is tried twice, unless the manifest wants another one", async () => {
  await openingAfter(1);
  assert.equal(workers.length, 2);
  workers = [];
  const search = openingAfter(2);
  await assert.rejects(search, ({ code, message }: DocfuseError) => {
    assert.match(message, /server\.fs\.allow/);
    return code === "worker";
  });
  workers = [];
  document.documentElement.lang = "de";
  await openingAfter(1);
  assert.deepEqual(
    workers.map(({ kind }) => kind),
    ["languages", "english"],
  );
});

test("options reach the search module under its names, and answers have times", async () => {
  const search = await opening();
  const { corrections, facets, docAggregates, suggestions, tookMs } = await search.query("ownershp", {
    prefix: true,
    minimumShouldMatch: 2,
    filters: { version: ["1.0"] },
    version: "1.0",
    facets: true,
    docAggregates: true,
    minScore: 0.5,
    similarityThreshold: 0.25,
    maxPerPage: 3,
  });
  const [, message] = workers[0]?.received ?? [];
  assert.deepEqual(message?.type === "query" && requestOf(message), {
    text: "ownershp",
    mode: "hybrid",
    limit: 10,
    max_per_page: 3,
    context: undefined,
    prefix: true,
    minimum_should_match: "2",
    filters: { version: ["1.0"] },
    version: "1.0",
    facets: true,
    rerank: false,
    doc_aggregates: true,
    min_score: 0.5,
    similarity_threshold: 0.25,
  });
  assert.deepEqual([corrections, facets], [answer.corrections, answer.facets]);
  assert.deepEqual(docAggregates, answer.doc_aggregates);
  assert.deepEqual(
    suggestions.map(({ href }) => href),
    [undefined, "https://docs.example/own.html#top"],
  );
  assert.equal(tookMs.engine, 3);
  assert.ok(tookMs.total >= 0);
});

test("the reranker of `open` scores what the worker asks, unless a query goes without", async () => {
  const rerank = mock.fn(async () => [0.5]);
  const search = await opening({ rerank, rerankBudgetMs: 1000 });
  await search.query("ownership");
  await search.query("ownership", { rerank: false });
  const [worker] = workers;
  const requests = worker?.received.flatMap((message) =>
    message.type === "query" ? requestOf(message) : [],
  );
  assert.deepEqual(
    requests?.map(({ rerank }) => rerank),
    [true, false],
  );
  const task = { query: "q", passages: [{ id: 7, url: "a", title: "", heading: "", text: "b" }] };
  worker?.say({ type: "rerank", id: 1, task });
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(worker?.received.at(-1), {
    type: "reranked",
    id: 1,
    outcome: { scores: Float32Array.of(0.5) },
  });
  search.close();
  worker?.say({ type: "rerank", id: 2, task });
  assert.equal(rerank.mock.callCount(), 1);
});

test("the worker gets the folder of a cross-encoder, unless the page reranks", async () => {
  const policy = async (options: Partial<OpenOptions>) => {
    const search = await opening({ reranker: "models/tiny", ...options });
    await search.query("ownership");
    const [open, query] = workers.at(-1)?.received ?? [];
    search.close();
    assert.equal(query?.type === "query" && requestOf(query).rerank, true);
    return open?.type === "open" && open.reranker;
  };
  const base = "https://docs.example/models/tiny/";
  assert.deepEqual(await policy({}), { base, budgetMs: 300 });
  assert.deepEqual(await policy({ rerankBudgetMs: 1000 }), { base, budgetMs: 1000 });
  assert.equal(await policy({ rerank: () => [] }), undefined);
});

test("`whenReady` settles when the encoder is ready, fails, or is missing from a new deployment", async () => {
  const search = await opening();
  const heard = (says: FromWorker[]) => {
    const ending = search.whenReady().then(
      () => "ready",
      ({ code }: DocfuseError) => code,
    );
    for (const message of says) workers[0]?.say(message);
    return Promise.race([ending, new Promise((resolve) => setTimeout(resolve, 50, "nothing"))]);
  };
  const loading = { type: "state", encoder: "loading" } as const;
  const failed = { type: "failed", error: { code: "network", message: "" } } as const;
  const event = (event: SearchEvent) => ({ type: "event", event }) as const;
  assert.equal(await heard([loading, event(failed)]), "network");
  assert.equal(await heard([loading, event({ type: "ready" })]), "ready");
  assert.equal(await heard([loading, { type: "state", encoder: "off" }]), "encoder-off");
  assert.equal(await heard([]), "encoder-off");
});

test("a query whose worker goes silent is asked again of a new worker, once", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const search = await opening();
  const [first] = workers;
  if (!first) throw new Error("no worker");
  // It ends without a word, as one that calls close() does.
  first.postMessage = () => undefined;
  const asked = search.query("ownership");
  t.mock.timers.tick(13_000);
  assert.equal((await asked).query, answer.query);
  assert.equal(workers.length, 2);
  assert.equal(first.terminated, true);
  const [second] = workers.slice(-1);
  if (second) second.postMessage = () => undefined;
  const third = search.query("ownership");
  FakeWorker.silent = true;
  try {
    t.mock.timers.tick(13_000);
    t.mock.timers.tick(70_000);
    await assert.rejects(third, { code: "worker" });
  } finally {
    FakeWorker.silent = false;
  }
});

test("a worker that answers pings is left alone, however slow", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const search = await opening();
  const [worker] = workers;
  if (!worker) throw new Error("no worker");
  const pings: ToWorker[] = [];
  worker.postMessage = (message) => {
    if (message.type !== "ping") return;
    pings.push(message);
    worker.say({ type: "pong" });
  };
  const asked = search.query("ownership");
  t.mock.timers.tick(120_000);
  worker.say({ type: "answer", id: 1, answer, more: false, took: 3 });
  await asked;
  assert.deepEqual([workers.length, pings.length], [1, 48]);
});

test("a message that cannot be read makes a new worker", async () => {
  const search = await opening();
  const [worker] = workers;
  if (!worker) throw new Error("no worker");
  worker.postMessage = () => undefined;
  const asked = search.query("ownership");
  worker.onmessageerror?.();
  assert.equal((await asked).query, answer.query);
  assert.equal(workers.length, 2);
});

test("what is asked while a worker is replaced reaches the new one once it has opened the index", async () => {
  const search = await opening();
  workers[0]?.onmessageerror?.();
  const asked = search.query("ownership");
  void search.whenReady().catch(() => undefined);
  const [, second] = workers;
  assert.deepEqual(
    second?.received.map(({ type }) => type),
    ["open"],
  );
  assert.equal((await asked).query, answer.query);
  assert.deepEqual(
    second?.received.map(({ type }) => type),
    ["open", "query", "load-encoder"],
  );
});

test("an option of `open` that there is not is a `request` error, and no worker starts", async () => {
  const options = { lnaguage: "de" } as Partial<OpenOptions>;
  await assert.rejects(opening(options), ({ code, message }: DocfuseError) => {
    assert.match(message, /expected, lnaguage found/);
    return code === "request";
  });
  await assert.rejects(open("/docfuse/" as unknown as OpenOptions), ({ code, message }: DocfuseError) => {
    assert.equal(message, "options expected, /docfuse/ found");
    return code === "request";
  });
  assert.equal(workers.length, 0);
});

test("what is no text is a `request` error, and the query under way goes on", async () => {
  const search = await opening();
  const asked = search.query("ownership");
  for (const text of [null, 5, {}, undefined])
    await assert.rejects(search.query(text as unknown as string), { code: "request" });
  assert.equal((await asked).query, answer.query);
  assert.equal(workers[0]?.received.filter(({ type }) => type === "query").length, 1);
});

test("what are no options is a `request` error", async () => {
  const search = await opening();
  const asked = search.query("ownership");
  for (const [options, expected] of [
    [null, "options expected, null found"],
    ["no", "options expected, no found"],
    [{ signal: 5 }, "a signal expected, 5 found"],
    [{ onUpdate: 5 }, "a function expected, 5 found"],
    [{ limit: () => 1 }, "cloneable options expected, others found"],
  ] as const) {
    const error = { code: "request", message: expected };
    await assert.rejects(search.query("ownership", options as unknown as QueryOptions), error);
  }
  assert.equal((await asked).query, answer.query);
});

test("a connection whose worker ends opens the index anew, once it is asked again", async () => {
  const connection = new Connection(() => ({
    base: "docfuse",
    site: undefined,
    language: "en",
    encoder: "auto",
    dense: "auto",
  }));
  const first = await connection.open();
  assert.equal(await connection.open(), first);
  workers[0]?.onerror?.({ message: "trap", preventDefault: () => undefined });
  await assert.rejects(first.query("ownership"), { code: "worker" });
  const second = await connection.open();
  assert.equal((await second.query("ownership")).query, answer.query);
  first.close();
  assert.equal(await connection.open(), second, "only its own end counts");
  second.close(); // a page may end what it was given
  assert.notEqual(await connection.open(), second);
  connection.close();
});
