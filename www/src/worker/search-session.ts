/**
 * The worker's state machine, independent of the worker itself: messages in, messages out.
 *
 * Only the newest query is answered. An older one is dropped at its next `await`, without an answer: the page has
 * already rejected it. Calls into the modules are synchronous, so they never overlap; what may have changed during an
 * `await` (a newer query, a new generation) is checked after it.
 */

import { DocfuseError, errorData } from "../shared/error.js";
import { EncoderLifecycle } from "./encoder-lifecycle.js";
import type { Fetch } from "../fetch/http.js";
import { RangeCache } from "../fetch/range-cache.js";
import { fetchManifest, openDirectory, readManifest } from "../fetch/manifest.js";
import type { RerankerHandle, WasmModules } from "./wasm-modules.js";
import { BlockFetcher, type Hosts } from "../fetch/block-fetcher.js";
import type {
  ErrorData,
  FoundAnswer,
  FromWorker,
  Request,
  RerankerPolicy,
  RerankOutcome,
  RerankTask,
  ToWorker,
} from "../shared/protocol.js";
import { IndexDriver } from "./index-driver.js";
import { withCodeLines } from "./code-lines.js";
import { KeptAnswers, type Kept, type Source } from "./kept-answers.js";

interface Query {
  readonly id: number;
  readonly request: Request;
  readonly late: boolean;
}

interface Found extends Kept {
  /** Milliseconds of computation. */
  readonly took: number;
}

interface Opened {
  readonly base: string;
  /** Resolves when the ranges that every query needs are supplied or failed. */
  readonly prepared: Promise<void>;
  readonly encoder: EncoderLifecycle;
  /** Whether the lexicon refines answers until the encoder is ready. */
  readonly lexicon: boolean;
  /** The worker's own reranker; without it, the page has one. */
  readonly rerankerPolicy: RerankerPolicy | undefined;
  /** Made for the first query that it reranks. */
  reranker?: RerankerHandle;
  manifest: ManifestText;
  index: IndexDriver;
}

type Open = Extract<ToWorker, { type: "open" }>;

/** A manifest's file name and text. */
type ManifestText = Open["manifest"];

export class SearchSession {
  readonly #modules: WasmModules;
  readonly #fetch: Fetch;
  readonly #post: (message: FromWorker) => void;
  readonly #rangeCache = new RangeCache();
  readonly #hosts: Hosts = {};
  readonly #kept = new KeptAnswers();
  #opened: Opened | undefined;
  /** The newest query, until its last answer. */
  #current: Query | undefined;
  /** Resolves with the first answer of the newest query. */
  #answering: Promise<void> | undefined;
  #rechecking: Promise<boolean> | undefined;
  /** The query that waits for the page's reranker. */
  #reranking: { readonly id: number; readonly resolve: (outcome: RerankOutcome) => void } | undefined;

  constructor(modules: WasmModules, fetch: Fetch, post: (message: FromWorker) => void) {
    this.#modules = modules;
    this.#fetch = fetch;
    this.#post = post;
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case "open":
        void this.#open(message);
        break;
      case "query":
        this.#current = message;
        this.#answering = this.#query(message);
        break;
      case "cancel":
        if (this.#current?.id === message.id) this.#current = undefined;
        break;
      case "reranked":
        if (this.#reranking?.id === message.id) this.#reranking.resolve(message.outcome);
        break;
      case "typed":
        this.#prepare(message.text);
        break;
      case "load-encoder":
        void this.#loadEncoderAfterAnswer();
        break;
    }
  }

  async #open({ base, manifest, encoder: policy, lexicon, reranker, sites, language }: Open): Promise<void> {
    try {
      if (sites) await (await this.#modules.dense()).search({ sites, manifest, language });
      const index = await this.#openIndex(base, manifest);
      const encoder = new EncoderLifecycle(this.#modules, this.#fetch, base, policy, index, this.#post);
      const prepared = index.obtain(index.missing("lexical"));
      this.#opened = { base, prepared, encoder, lexicon, rerankerPolicy: reranker, manifest, index };
      this.#post({ type: "opened" });
      if (policy === "eager") void this.#loadEncoder(this.#opened);
    } catch (error) {
      this.#post({ type: "open-failed", error: errorData(error) });
    }
  }

  /** Loads the encoder after what lexical answers wait for: its megabytes would delay them. */
  async #loadEncoderAfterAnswer(): Promise<void> {
    const opened = this.#opened;
    await opened?.prepared;
    await this.#answering;
    if (opened) await this.#loadEncoder(opened);
  }

  /** Requests the words of a query that is still being typed. The query itself then finds them under way. */
  #prepare(typed: string): void {
    const index = this.#opened?.index;
    try {
      if (index) void index.obtain(index.missingForTyped(typed));
    } catch {
      // The module stopped: the query itself reports it.
    }
  }

  async #openIndex(base: string, { name, text }: ManifestText): Promise<IndexDriver> {
    const manifest = readManifest(text, name);
    const [directory] = await Promise.all([openDirectory(manifest), this.#modules.search()]);
    // Asked for again: the full module may have been loaded meanwhile.
    const Handle = await this.#modules.search();
    const fetcher = new BlockFetcher(this.#fetch, base, this.#rangeCache, this.#hosts, manifest.multipart);
    return new IndexDriver(Handle, directory, manifest.model, fetcher);
  }

  async #query(query: Query): Promise<void> {
    try {
      const opened = this.#opened;
      if (!opened) throw new DocfuseError("internal", "no index yet");
      // Blocks that no answer names may have failed too.
      if (opened.index.retryFailed(Date.now())) this.#kept.clear();
      const { mode } = query.request;
      // A dense query has no answer without the encoder, so it waits.
      if (mode === "dense" && opened.encoder.isComing(Date.now())) await this.#loadEncoder(opened);
      let found = await this.#answer(opened, query);
      // Only rows of the encoder are missing: a round trip, if no later answer will come.
      const isFirst = mode === "hybrid" && query.late;
      if (found && !found.vector && mode !== "lexical" && !isFirst && opened.encoder.state === "ready") {
        await opened.encoder.load();
        found = await this.#answer(opened, query);
      }
      if (!found) return;
      const waits = mode === "hybrid" && !found.vector;
      const coming = waits && opened.encoder.isComing(Date.now());
      const refines = waits && query.late && opened.lexicon && opened.index.model !== undefined;
      this.#reply(query, found, query.late && (coming || refines));
      if (refines) await this.#refine(opened, query, found, coming);
      if (coming) void this.#answerLate(opened, query);
      if (found.vector || refines) prefetchDense(opened);
    } catch (error) {
      this.#reportFailure(query, error);
    }
  }

  /** Answers a second time, by the lexicon; `more`: an answer by the encoder follows. */
  async #refine(opened: Opened, query: Query, first: Found, more: boolean): Promise<void> {
    const problem = await loadFullSearch(opened);
    if (more && !opened.index.useLexicon(true)) return;
    const found = problem ? first : await this.#answer(opened, query, "lexicon");
    if (found && this.#isCurrent(query))
      this.#reply(query, { ...found, answer: degradedBy(found.answer, problem, "lexicon") }, more);
  }

  #reply({ id }: Query, { answer, took }: Found, more: boolean): void {
    this.#post({
      type: "answer",
      id,
      answer: { ...answer, hits: answer.hits.map(withCodeLines) },
      more,
      took,
    });
    if (!more) this.#current = undefined;
  }

  /** Loads the encoder, then answers a query that still waits for it a second time. */
  async #answerLate(opened: Opened, query: Query): Promise<void> {
    try {
      await this.#loadEncoder(opened);
      const found = await this.#answer(opened, query, opened.lexicon ? "lexicon" : "none");
      if (!found) return;
      this.#reply(query, found, false);
      if (found.vector) prefetchDense(opened);
    } catch (error) {
      this.#reportFailure(query, error);
    }
  }

  /**
   * The answer of the newest generation, by `without` while there is no encoder; `undefined` if the query is no longer the
   * newest.
   */
  async #answer(opened: Opened, query: Query, without: Source = "none"): Promise<Found | undefined> {
    for (;;) {
      if (!this.#isCurrent(query)) return undefined;
      const { request } = query;
      const source = () => (opened.encoder.state === "ready" ? "encoder" : without);
      const kept = this.#kept.get(request, source());
      if (kept) return { ...kept, took: 0 };
      const problem = needsFullSearch(request) ? await loadFullSearch(opened) : undefined;
      if (!this.#isCurrent(query)) return undefined;
      // Only this module gathers texts, and has the lexicon.
      if (problem && (request.context || request.mode === "lexicon"))
        throw new DocfuseError(problem.code, problem.message, problem.file);
      const { index, encoder } = opened;
      let vector: Float32Array | undefined;
      let missed: ErrorData | undefined;
      const embed = (text: string) => {
        if (!usesEncoder(request)) return undefined;
        vector = encoder.embed(request.text, text);
        missed = encoder.problem; // may change before the answer
        return vector;
      };
      const before = index.computing;
      index.useLexicon(without === "lexicon");
      const rerank = (task: RerankTask) => this.#rerank(opened, query, task);
      const count = (texts: readonly string[]) => encoder.countTokens(texts);
      const answer = await index.answer(request, embed, count, rerank, () => this.#isCurrent(query));
      if (index.takeStaleSuspicion()) await this.#reopenIfChanged(opened);
      // Repeated only if the generation was replaced, here or by another query during an `await`.
      if (index === opened.index) {
        if (!answer || !this.#isCurrent(query)) return undefined;
        const found = {
          answer: degradedBy(
            degradedBy(answer, missed, "dense"),
            request.rerank ? problem : undefined,
            "reranker",
          ),
          vector: vector !== undefined,
        };
        this.#kept.keep(request, source(), found);
        return { ...found, took: index.computing - before };
      }
    }
  }

  async #rerank(opened: Opened, query: Query, task: RerankTask): Promise<RerankOutcome> {
    const { rerankerPolicy: policy } = opened;
    if (!policy) return this.#askPage(query, task);
    const dense = await this.#modules.dense(); // loaded before the query
    opened.reranker ??= dense.reranker(this.#fetch, policy);
    return opened.reranker.scores(task);
  }

  /** Asks the page. Its reply comes within the time budget. */
  #askPage({ id }: Query, task: RerankTask): Promise<RerankOutcome> {
    // An older query is dropped when it goes on.
    this.#reranking?.resolve({
      error: { code: "cancelled", message: "a newer query came" },
    });
    return new Promise((resolve) => {
      this.#reranking = { id, resolve };
      this.#post({ type: "rerank", id, task });
    });
  }

  /** Loads the encoder; if its files are gone, that of the next generation. */
  async #loadEncoder(opened: Opened): Promise<void> {
    await opened.encoder.load();
    if (opened.encoder.state === "failed" && (await this.#reopenIfChanged(opened))) {
      await opened.encoder.load();
    }
  }

  /**
   * Checks for a new deployment, and opens the new generation if there is one. If the manifest can't be fetched or
   * read, the old generation stays in use.
   */
  #reopenIfChanged(opened: Opened): Promise<boolean> {
    this.#rechecking ??= this.#recheck(opened).finally(() => (this.#rechecking = undefined));
    return this.#rechecking;
  }

  async #recheck(opened: Opened): Promise<boolean> {
    let next: IndexDriver;
    try {
      const { name } = opened.manifest;
      // Hosts that compare only dates say of an older manifest, rolled back to, that nothing changed.
      const text = await fetchManifest(this.#fetch, opened.base, name, "reload");
      if (text === opened.manifest.text) return false;
      const manifest = { name, text };
      next = await this.#openIndex(opened.base, manifest);
      opened.manifest = manifest;
    } catch {
      return false;
    }
    opened.index.close();
    opened.index = next;
    this.#kept.clear();
    opened.encoder.attach(next);
    this.#post({ type: "event", event: { type: "updated" } });
    return true;
  }

  #isCurrent(query: Query): boolean {
    return this.#current === query;
  }

  #reportFailure(query: Query, error: unknown): void {
    if (!this.#isCurrent(query)) return;
    this.#current = undefined;
    this.#post({ type: "query-failed", id: query.id, error: errorData(error) });
  }
}

/** Whether only the full module has what a request asks for. */
function needsFullSearch({ mode, rerank, explain, doc_aggregates: aggregates, context }: Request): boolean {
  return Boolean(mode === "lexicon" || rerank || explain || aggregates || context);
}

function usesEncoder({ mode }: Request): boolean {
  return mode === "hybrid" || mode === "dense";
}

/** Loads the full module; why not, if that fails. */
async function loadFullSearch({ encoder }: Opened): Promise<ErrorData | undefined> {
  try {
    await encoder.loadSearch();
    return undefined;
  } catch (error) {
    return errorData(error);
  }
}

/** The answer, with a problem of `retriever` in place of what the module says of it, if there is one. */
function degradedBy(answer: FoundAnswer, problem: ErrorData | undefined, retriever: string): FoundAnswer {
  if (!problem) return answer;
  const others = answer.degraded?.filter((part) => part.retriever !== retriever) ?? [];
  return { ...answer, degraded: [{ retriever, ...problem }, ...others] };
}

/** Fetches, after the first dense answer, all vectors of a small site: further queries then need none. */
function prefetchDense({ index }: Opened): void {
  void index.obtain(index.missing("dense"));
}
