/** Whole texts within a number of tokens: the worker's part of the dialogue, and what the client makes of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Search } from "../src/client/search.js";
import type { DocfuseError } from "../src/shared/error.js";
import type { FromWorker, SentAnswer, ToWorker } from "../src/shared/protocol.js";
import { toRequest } from "../src/worker/request.js";
import { FullFakeIndex, TestSession } from "./fake-modules.js";

const texts = { maxTokens: 100, site: "https://docs.example/" };

async function counted(session: TestSession, id: number, mode: "hybrid" | "lexical") {
  session.ask(id, `query ${id}`, { mode, ...texts, late: false });
  const { answer, more } = await session.next("answer");
  assert.equal(more, false);
  return [answer.context?.counted, answer.context?.tokens];
}

test("texts are gathered by the full module, and counted by the encoder once it is ready", async () => {
  const session = await TestSession.opened();
  assert.deepEqual(await counted(session, 1, "lexical"), ["estimate", 100]);
  session.send({ type: "load-encoder" });
  while ((await session.next("state")).encoder !== "ready");
  assert.deepEqual(await counted(session, 2, "hybrid"), ["encoder", 3]);
  assert.deepEqual(await counted(session, 3, "lexical"), ["encoder", 3]);
  session.ask(4, "ownership");
  assert.equal((await session.next("answer")).answer.context, undefined);
});

test("an encoder that is off counts nothing", async () => {
  const session = await TestSession.opened("off");
  assert.deepEqual(await counted(session, 1, "hybrid"), ["estimate", 100]);
});

test("without the full module there are no texts, and the next call tries again", async () => {
  const session = await TestSession.opened("off");
  session.full = Promise.reject(Object.assign(new Error("offline"), { code: "network" }));
  session.full.catch(() => undefined);
  session.ask(1, "ownership", texts);
  const { id, error } = await session.next("query-failed");
  assert.deepEqual([id, error.code, error.message], [1, "network", "offline"]);
  session.full = Promise.resolve(FullFakeIndex);
  assert.deepEqual(await counted(session, 2, "hybrid"), ["estimate", 100]);
});

/** A search whose worker answers every query with `found`. */
function searching(found: SentAnswer) {
  const received: ToWorker[] = [];
  const worker = {
    onmessage: null as ((event: { data: FromWorker }) => void) | null,
    postMessage(message: ToWorker) {
      received.push(message);
      if (message.type !== "query") return;
      const data: FromWorker = { type: "answer", id: message.id, answer: found, more: false, took: 3 };
      setTimeout(() => worker.onmessage?.({ data }));
    },
    terminate: () => undefined,
  };
  const site = new URL("https://docs.example/manual/");
  return { search: new Search(() => worker as unknown as Worker, "english", site), received };
}

const section = { title: "A", breadcrumb: ["A", "B"], text: "text", tokens: 7, cut: false };
const ANSWER: SentAnswer = {
  query: "ownershp",
  mode: "hybrid",
  degraded: null,
  pending: [{ retriever: "dense", code: "encoder-loading", message: "loading" }],
  total: 1,
  hits: [],
  corrections: [{ from: "ownershp", to: "ownership" }],
  facets: null,
  doc_aggregates: null,
  fit: "weak",
  suggestions: [],
  context: {
    sections: [
      { ...section, url: "a.html#b" },
      { ...section, url: "javascript:alert(1)" },
    ],
    markdown: "## A › B",
    tokens: 14,
    counted: "encoder",
    left_out: [{ url: "long.html", breadcrumb: ["Long"], tokens: 9000 }],
  },
};

test("the client gives texts with links, and asks with its options", async () => {
  const { search, received } = searching(ANSWER);
  const found = await search.context("ownershp", { maxTokens: 50, mode: "lexical", filters: { v: ["1"] } });
  assert.deepEqual(
    found.sections.map(({ href, text }) => [href, text]),
    [
      ["https://docs.example/manual/a.html#b", "text"],
      ["https://docs.example/manual/", "text"],
    ],
  );
  assert.deepEqual(found.leftOut, [
    { url: "long.html", breadcrumb: ["Long"], tokens: 9000, href: "https://docs.example/manual/long.html" },
  ]);
  const { query, pending, corrections, markdown, tokens, counted, tookMs } = found;
  assert.deepEqual(
    [query, pending, corrections, markdown, tokens, counted, tookMs.engine],
    ["ownershp", ANSWER.pending, ANSWER.corrections, "## A › B", 14, "encoder", 3],
  );
  assert.equal(found.fit, "weak");
  assert.ok(!("left_out" in found) && !("hits" in found));
  const [asked] = received;
  assert.ok(asked?.type === "query" && !asked.late);
  const { text, mode, limit, filters, context } = toRequest(
    asked.text,
    asked.options,
    asked.reranks,
    asked.site,
  );
  assert.deepEqual([text, mode, limit, filters], ["ownershp", "lexical", 20, { v: ["1"] }]);
  assert.deepEqual(context, { max_tokens: 50, site: "https://docs.example/manual/" });
});

test("a newer query does not replace it, signals cancel it, and a worker of another version is told", async () => {
  const { search } = searching(ANSWER);
  const first = search.context("a", { maxTokens: 10 });
  const newer = search.query("b");
  assert.ok("leftOut" in (await first));
  assert.ok(!("left_out" in (await newer)));
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(search.context("a", { maxTokens: 10, signal }), /enough/);
  const { context: _, ...without } = ANSWER;
  await assert.rejects(
    searching(without).search.context("a", { maxTokens: 10 }),
    ({ code }: DocfuseError) => code === "internal",
  );
  search.close();
  await assert.rejects(search.context("a", { maxTokens: 10 }), ({ code }: DocfuseError) => code === "closed");
});
