/**
 * Modules for tests. `FakeIndex` keeps the contract of the small search module in Rust (need, supply, fail, forget)
 * over three blocks; its answers name failed files. `FullFakeIndex` adds the dense retriever and reranking, and
 * `FakeLoader` keeps the contract of the embed module.
 */

import assert from "node:assert/strict";
import { SearchSession } from "../src/worker/search-session.js";
import type { ContextOptions, QueryOptions } from "../src/client/query-options.js";
import { gains } from "../src/client/encoder-policy.js";
import { Background } from "../src/fetch/background.js";
import { resumedFetch } from "../src/encoder/resumed-fetch.js";
import { lackingBytes, loadModel } from "../src/encoder/model-loader.js";
import { ModelStore } from "../src/encoder/model-store.js";
import { CrossEncoderReranker } from "../src/encoder/cross-encoder-reranker.js";
import { loadCrossEncoder } from "../src/encoder/cross-encoder-loader.js";
import type {
  CrossEncoderHandle,
  EncoderModule,
  EncoderLoaderHandle,
  WasmModules,
  SearchIndexHandle,
  Step,
} from "../src/worker/wasm-modules.js";
import type {
  BlockRequest,
  Degraded,
  EncoderPolicy,
  ErrorCode,
  FoundAnswer,
  FromWorker,
  Mode,
  Request,
  RerankerPolicy,
  RerankOutcome,
  RerankTask,
  ToWorker,
} from "../src/shared/protocol.js";
import { FakeCaches } from "./fake-caches.js";
import { BASE, FakeHost, sha256, type Directory, type KnownRange } from "./fake-host.js";

// Node 20 has none.
if (!("navigator" in globalThis)) Object.assign(globalThis, { navigator: {} });

export class FakeIndex implements SearchIndexHandle {
  /** Calls of `query` of all indexes. */
  static queries = 0;
  protected readonly knowsVectors: boolean = false;
  protected vector: Float32Array | undefined;
  protected embedded = "";
  readonly #directory: Directory;
  readonly #supplied = new Set<BlockRequest>();
  readonly #failed = new Set<BlockRequest>();
  #freed = false;

  constructor(directory: Uint8Array) {
    this.#directory = JSON.parse(new TextDecoder().decode(directory)) as Directory;
  }

  supply(id: number, bytes: Uint8Array): void {
    this.#check();
    const range = this.#range(id);
    if (sha256(bytes) !== range.sha256) {
      this.#failed.add(range);
      throw { code: "damaged", message: `${range.file} is altered`, file: range.file };
    }
    this.#supplied.add(range);
  }

  fail(id: number): void {
    this.#check();
    this.#failed.add(this.#range(id));
  }

  forgetFailures(): void {
    this.#check();
    this.#failed.clear();
  }

  preload(mode: Mode): readonly BlockRequest[] {
    this.#check();
    const { dense, lexical, texts } = this.#directory;
    return this.#missing(mode === "lexical" ? [lexical, texts] : [dense, texts]);
  }

  preloadTyped(typed: string): readonly BlockRequest[] {
    this.#check();
    if (typed === "trap") throw new WebAssembly.RuntimeError("unreachable");
    return this.#missing([this.#directory.dense]); // what nothing else here requests
  }

  query(request: Request): Step {
    this.#check();
    const { vector, embedded } = this;
    FakeIndex.queries += 1;
    const { dense, lexical, texts } = this.#directory;
    if (request.text === "trap") throw new WebAssembly.RuntimeError("unreachable");
    const wanted = request.mode === "dense" ? [texts] : [texts, lexical];
    const byVector = this.knowsVectors && vector !== undefined;
    if (request.mode !== "lexical" && byVector) wanted.push(dense);
    const need = this.#missing(wanted);
    if (need.length > 0) return { need };
    const corrected = request.text.replace("mistpyed", "mistyped");
    if (request.mode !== "lexical" && byVector && embedded !== corrected) return { embed: corrected };
    const degraded: Degraded[] = wanted
      .filter((range) => this.#failed.has(range))
      .map(({ file }) => ({ retriever: "lexical", code: "unavailable", message: "", file }));
    if (this.knowsVectors && request.mode !== "lexical" && !byVector)
      degraded.push({ retriever: "dense", code: "no-vector", message: "" });
    const { text: query, mode } = request;
    const found = {
      total: 0,
      hits: [],
      corrections: [],
      facets: null,
      doc_aggregates: null,
      suggestions: [],
    };
    return { answer: { query, mode, degraded: degraded.length > 0 ? degraded : null, ...found } };
  }

  free(): void {
    this.#freed = true;
  }

  #range(id: number): KnownRange {
    const { dense, lexical, texts } = this.#directory;
    const range = [dense, lexical, texts].find((known) => known.id === id);
    if (!range) throw new Error(`block ${id} was not asked for`);
    return range;
  }

  #missing(ranges: readonly KnownRange[]): KnownRange[] {
    return ranges.filter((range) => !this.#supplied.has(range) && !this.#failed.has(range));
  }

  #check(): void {
    if (this.#freed) throw new Error("called after free()");
  }
}

/** The task of a query, which the model has not scored. */
export const taskOf = (query: string): RerankTask => ({
  query: "reranked",
  passages: ["a", "b"].map((url, at) => ({ id: at + query.length, url, title: "", heading: "", text: url })),
});
export const TASK = taskOf("");

export class FullFakeIndex extends FakeIndex {
  protected override readonly knowsVectors = true;
  /** The query that the model was asked about last, and what it said. */
  #scored = "";
  #outcome: RerankOutcome | undefined;
  /** Tokens of `TEXTS`; `null` where they are estimated. */
  #counts: Uint32Array | null | undefined;
  #usesLexicon = false;

  supplyVector(vector: Float32Array | undefined, embedded: string): void {
    [this.vector, this.embedded] = [vector, embedded];
  }

  useLexicon(uses: boolean): void {
    this.#usesLexicon = uses;
  }

  readonly hasLexicon = true;

  supplyCounts(counts: Uint32Array | undefined): void {
    this.#counts = counts ?? null;
  }

  supplyScores(scores: Float32Array): void {
    this.#outcome = { scores };
  }

  failScores(code: ErrorCode, message: string): void {
    this.#outcome = { error: { code, message } };
  }

  /** The scores stand in `total` of the answer, as a number of two digits; 7 says that the lexicon took part. */
  override query(request: Request): Step {
    const step = super.query(request);
    const { vector } = this;
    if ("answer" in step && request.explain) return { answer: explained(step.answer) };
    if ("answer" in step && request.context) return this.#gather(step.answer);
    if ("answer" in step && request.mode === "hybrid" && !vector && this.#usesLexicon) {
      return { answer: { ...step.answer, total: 7 } };
    }
    if (!("answer" in step) || !request.rerank) return step;
    if (!this.#outcome || this.#scored !== request.text) {
      [this.#scored, this.#outcome] = [request.text, undefined];
      return { rerank: taskOf(request.text) };
    }
    const { answer } = step;
    const outcome = this.#outcome;
    this.#outcome = undefined;
    if ("scores" in outcome) return { answer: { ...answer, total: Number(outcome.scores.join("")) } };
    const degraded = [...(answer.degraded ?? []), { retriever: "reranker", ...outcome.error }];
    return { answer: { ...answer, degraded } };
  }

  #gather(answer: FoundAnswer): Step {
    if (this.#counts === undefined) return { count: TEXTS };
    const counts = this.#counts;
    this.#counts = undefined;
    const counted = counts ? "encoder" : "estimate";
    const tokens = [...(counts ?? [100])].reduce((sum, count) => sum + count, 0);
    return { answer: { ...answer, context: { sections: [], markdown: "", tokens, counted, left_out: [] } } };
  }
}

/** With a hit, and its kind: all are questions but names, and keywords, which are near or far. */
function explained(answer: FoundAnswer): FoundAnswer {
  const { query } = answer;
  const kind = query.startsWith("name") ? "identifier" : /^(near|far)/.test(query) ? "keywords" : "question";
  const hits = [{}] as unknown as FoundAnswer["hits"];
  const closeness = { words: /far/.test(query) ? 0.49 : 0.5, similarity: null };
  return { ...answer, hits, closeness, intent: { kind, why: [], lexical: "", sides: [] } };
}

/** What every query for texts counts. */
export const TEXTS: readonly string[] = ["a b", "c"];

export class FakeEncoder implements EncoderModule {
  /** Texts embedded by all encoders. */
  static readonly embedded: string[] = [];
  /** Rows supplied. */
  readonly rows = new Map<number, Uint8Array>();

  embedCorrected(typed: string, corrected: string): Float32Array {
    FakeEncoder.embedded.push(corrected);
    if (typed === "encoder trap") throw new WebAssembly.RuntimeError("unreachable");
    return new Float32Array([1]);
  }

  /** A query needs the rows that it names, as in "row 4". */
  missingRows(typed: string): Uint32Array {
    const ids = [...typed.matchAll(/row (\d+)/g)].map(([, id]) => Number(id));
    return Uint32Array.from(ids.filter((id) => !this.rows.has(id)));
  }

  supplyRow(id: number, record: Uint8Array): void {
    this.rows.set(id, record);
  }

  countTokens(texts: readonly string[]): Uint32Array {
    return Uint32Array.from(texts, (text) => text.split(" ").length);
  }
}

/** Scores texts by their letters, from 0 for "a". */
export class FakeCrossEncoder implements CrossEncoderHandle {
  /** What scoring throws, if anything. */
  static trouble: unknown;

  score(_query: string, _title: string, _heading: string, text: string): number {
    if (FakeCrossEncoder.trouble !== undefined) throw FakeCrossEncoder.trouble;
    return text.charCodeAt(0) - "a".charCodeAt(0);
  }
}

export class FakeLoader implements EncoderLoaderHandle {
  readonly #parts: { readonly bytes: number; content: Buffer<ArrayBuffer>; checked: boolean }[];

  constructor(_info: object, lengths: Uint32Array) {
    this.#parts = [...lengths].map((bytes) => ({ bytes, content: Buffer.of(), checked: false }));
  }

  begin(part: number): void {
    Object.assign(this.#part(part), { content: Buffer.of(), checked: false });
  }

  append(part: number, chunk: Uint8Array): void {
    const state = this.#part(part);
    state.content = Buffer.concat([state.content, chunk]);
    if (state.content.byteLength > state.bytes) throw { code: "damaged", message: "too long" };
  }

  content(part: number): Uint8Array<ArrayBuffer> {
    const { bytes, content } = this.#part(part);
    if (content.byteLength !== bytes) throw { code: "damaged", message: "too short" };
    return content;
  }

  end(part: number, expected: string, found = sha256(this.content(part))): void {
    if (found !== expected) throw { code: "damaged", message: "altered" };
    this.#part(part).checked = true;
  }

  finish(): EncoderModule {
    assert.ok(this.#parts.every(({ checked }) => checked));
    return new FakeEncoder();
  }

  finishCrossEncoder(): CrossEncoderHandle {
    assert.ok(this.#parts.every(({ checked }) => checked));
    return new FakeCrossEncoder();
  }

  #part(number: number) {
    const part = this.#parts[number];
    if (!part) throw new Error(`there is no part ${number}`);
    return part;
  }
}

/** A query of the page. */
export interface Asked
  extends Omit<ContextOptions, "maxTokens" | "signal">, Omit<QueryOptions, "onUpdate" | "signal"> {
  readonly late?: boolean;
  readonly reranks?: boolean;
  readonly site?: string;
  readonly maxTokens?: number;
}

/** A session on a fake host, with its messages. `next` waits for the first message of a type and removes it. */
export class TestSession {
  readonly host = new FakeHost();
  /** What starting the embed module throws, if anything. */
  refusal: unknown;
  /** The full search module, once loaded. */
  full: Promise<typeof FullFakeIndex> = Promise.resolve(FullFakeIndex);
  /** Whether the network is too slow for an encoder that nobody asked for. */
  isSlow = false;
  readonly background = new Background();
  readonly messages: FromWorker[] = [];
  readonly #session: SearchSession;
  #wake: () => void = () => undefined;

  /** `caches` is shared by the pages of an origin. */
  constructor(readonly caches = new FakeCaches()) {
    const instantiate = () => {
      if (this.refusal !== undefined) throw this.refusal;
      return FakeLoader;
    };
    const fetch = resumedFetch(this.background, this.host.fetch);
    let loaded: typeof FakeIndex = FakeIndex;
    const modules: WasmModules = {
      search: async () => loaded,
      dense: async () => ({
        search: async () => (loaded = await this.full),
        reranker: (fetch, { base, budgetMs }) =>
          new CrossEncoderReranker(() => loadCrossEncoder(fetch, base, instantiate), budgetMs),
        helps: async (found, model) =>
          gains(found) &&
          !(this.isSlow && (await lackingBytes(model, await ModelStore.open(this.caches))) > 0),
        isTooSlow: () => this.isSlow,
        encoder: async (job) => loadModel({ ...job, fetch }, instantiate, await ModelStore.open(this.caches)),
      }),
    };
    this.#session = new SearchSession(modules, this.host.fetch, this.background, (message) => {
      this.messages.push(message);
      if (message.type === "answer" && message.more) this.send({ type: "painted", id: message.id });
      this.#wake();
    });
  }

  /** An open session with generation 1 on its host. */
  static async opened(encoder: EncoderPolicy = "deferred"): Promise<TestSession> {
    const session = new TestSession();
    session.host.deploy("1");
    session.open(encoder);
    await session.next("opened");
    return session;
  }

  send(message: ToWorker): void {
    this.#session.receive(message);
  }

  /** Sends the worker the manifest, as the page does. */
  open(encoder: EncoderPolicy, name = "docfuse.json", reranker?: RerankerPolicy, lexicon = false): void {
    const manifest = { name, text: this.host.text(name) };
    const choice = encoder === "deferred" ? "auto" : encoder;
    this.send({
      type: "open",
      base: BASE,
      manifest,
      encoder: choice,
      dense: lexicon ? "auto" : "encoder",
      reranker,
    });
  }

  /** Asks as the page does, which also says that it has painted the first answer. */
  ask(id: number, text: string, given: Asked = {}): void {
    const { late = true, reranks = false, site, ...options } = given;
    this.send({ type: "query", id, text, options, reranks, site, late });
  }

  async next<T extends FromWorker["type"]>(type: T): Promise<Extract<FromWorker, { type: T }>> {
    for (;;) {
      const index = this.messages.findIndex((message) => message.type === type);
      if (index >= 0) {
        const [message] = this.messages.splice(index, 1);
        return message as Extract<FromWorker, { type: T }>;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Lets background work finish. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}
