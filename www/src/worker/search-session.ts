/**
 * The worker's state machine, independent of the worker itself: messages in, messages out.
 *
 * Each query is answered, unless the page cancels it: then it is dropped at its next `await`. Calls into the modules are
 * synchronous, so they never overlap; what may have changed during an `await` (the query, the generation) is checked after
 * it.
 */

import { encoderPolicy, usesLexicon, type DeviceHints } from "../client/encoder-policy.js";
import { DocfuseError, errorData } from "../shared/error.js";
import { EncoderLifecycle } from "./encoder-lifecycle.js";
import type { Background } from "../fetch/background.js";
import type { Fetch } from "../fetch/http.js";
import { RangeCache } from "../fetch/range-cache.js";
import { fetchManifest, openDirectory, readManifest } from "../fetch/manifest.js";
import type { WasmModules } from "./wasm-modules.js";
import { BlockFetcher, type Rangeless } from "../fetch/block-fetcher.js";
import type { ErrorData, FromWorker, RerankOutcome, RerankTask, ToWorker } from "../shared/protocol.js";
import { loadFullSearch, prefetch } from "./behind-answer.js";
import { betterOr, isSpare } from "./first-answer.js";
import { degradedBy, withPending } from "./degraded.js";
import { IndexDriver } from "./index-driver.js";
import { KeptAnswers, type Source } from "./kept-answers.js";
import { PageReranker } from "./page-reranker.js";
import { needsFullSearch, toRequest, usesEncoder } from "./request.js";
import type { Found, ManifestText, Manner, Open, Opened, Query } from "./session-state.js";
import { Typing } from "./typing.js";
import { compatible } from "../shared/compatible.js";

export class SearchSession {
  readonly #modules: WasmModules;
  readonly #fetch: Fetch;
  readonly #background: Background;
  readonly #post: (message: FromWorker) => void;
  readonly #rangeCache = new RangeCache();
  readonly #rangeless: Rangeless = new Set();
  readonly #kept = new KeptAnswers();
  readonly #typing = new Typing();
  #opened: Opened | undefined;
  /** Queries by their numbers, until their last answers. */
  readonly #underWay = new Map<number, Query>();
  #newest: Query | undefined;
  /** Each resolves with the first answer of a query. */
  readonly #answering = new Set<Promise<void>>();
  #rechecking: Promise<boolean> | undefined;
  readonly #pageReranker: PageReranker;

  constructor(
    modules: WasmModules,
    fetch: Fetch,
    background: Background,
    post: (message: FromWorker) => void,
  ) {
    this.#modules = modules;
    this.#fetch = fetch;
    this.#background = background;
    this.#post = post;
    this.#pageReranker = new PageReranker(post);
  }

  receive(message: ToWorker): void {
    switch (message.type) {
      case "open":
        void this.#open(message);
        break;
      case "query":
        this.#ask(message);
        break;
      case "cancel":
        this.#finish(message.id);
        break;
      case "painted":
        this.#underWay.get(message.id)?.release();
        break;
      case "ping":
        if (this.#underWay.has(message.id)) this.#post({ type: "pong" });
        break;
      case "reranked":
        this.#pageReranker.reply(message.id, message.outcome);
        break;
      case "typed":
        this.#prepare(message.text);
        break;
      case "load-encoder":
        void this.#loadEncoderAfterAnswer();
        break;
    }
  }

  #ask({ id, text, options, reranks, site, late }: Extract<ToWorker, { type: "query" }>): void {
    try {
      const query = {
        id,
        request: toRequest(text, options, reranks, site, this.#opened?.index.needsAll),
        late,
        release: this.#background.hold(),
      };
      this.#underWay.set(id, query);
      this.#newest = query;
      const answering = this.#query(query);
      this.#answering.add(answering);
      void answering.then(() => this.#answering.delete(answering)); // never rejects
    } catch (error) {
      this.#post({ type: "query-failed", id, error: errorData(error) });
    }
  }

  async #open(message: Open): Promise<void> {
    const { base, manifest, encoder: choice, dense, reranker, sites, language } = message;
    try {
      const device = navigator as DeviceHints;
      const policy = encoderPolicy(choice, device, dense);
      const lexicon = usesLexicon(dense, device);
      if (sites) await (await this.#modules.dense()).search({ sites, manifest, language });
      const index = await this.#openIndex(base, manifest);
      const encoder = new EncoderLifecycle(this.#modules, base, policy, index, this.#post);
      const prepared = index.obtain(index.missing("lexical"));
      this.#opened = { base, prepared, encoder, lexicon, rerankerPolicy: reranker, manifest, index };
      this.#post({ type: "opened" });
      if (policy === "eager") void this.#loadEncoder(this.#opened, true);
    } catch (error) {
      this.#post({ type: "open-failed", error: errorData(error) });
    }
  }

  /** Loads the encoder after what lexical answers wait for: its megabytes would delay them. */
  async #loadEncoderAfterAnswer(): Promise<void> {
    const opened = this.#opened;
    await opened?.prepared;
    await Promise.all(this.#answering);
    if (opened) await this.#loadEncoder(opened, true);
  }

  /** Requests the words of a query that is still being typed. The query itself then finds them under way. */
  #prepare(typed: string): void {
    this.#typing.key(typed);
    const index = this.#opened?.index;
    try {
      const missing = index?.missingForTyped(compatible(typed)) ?? [];
      if (missing.length > 0) void index?.obtain(missing).finally(this.#background.hold());
    } catch {
      // No text, or the module stopped: the query itself reports it.
    }
  }

  /** The result of a download in the background that a query itself waits for. */
  async #unheld<T>(query: Query, load: () => Promise<T>): Promise<T> {
    query.release(0);
    const result = await load();
    if (this.#isCurrent(query)) query.release = this.#background.hold();
    return result;
  }

  async #openIndex(base: string, { name, text }: ManifestText): Promise<IndexDriver> {
    const manifest = readManifest(text, name);
    const [directory] = await Promise.all([openDirectory(manifest), this.#modules.search()]);
    // Asked for again: the full module may have been loaded meanwhile.
    const Handle = await this.#modules.search();
    const fetcher = new BlockFetcher(this.#fetch, base, this.#rangeCache, this.#rangeless);
    return new IndexDriver(Handle, directory, manifest, fetcher, this.#background);
  }

  async #query(query: Query): Promise<void> {
    try {
      const opened = this.#opened;
      if (!opened) throw new DocfuseError("internal", "no index yet");
      const { encoder, index } = opened;
      // Blocks that no answer names may have failed too.
      if (index.retryFailed(Date.now())) this.#kept.clear();
      const { mode } = query.request;
      // A dense query has no answer without the encoder, so it waits.
      if (mode === "dense" && encoder.state !== "ready" && encoder.isComing(Date.now()))
        await this.#unheld(query, () => this.#loadEncoder(opened, true));
      let found = await this.#firstAnswer(opened, query);
      // Only rows of the encoder are missing: a round trip, if no later answer will come.
      const isFirst = mode === "hybrid" && query.late;
      if (found && !found.vector && mode !== "lexical" && !isFirst && encoder.state === "ready") {
        await encoder.load(true);
        found = await this.#answer(opened, query);
      }
      if (!found) return;
      const waits = mode === "hybrid" && !found.vector;
      const mayCome = waits && encoder.isComing(Date.now());
      const more = query.late && waits && (mayCome || (this.#refines(opened, query) && !found.refined));
      this.#reply(query, found, more);
      if (waits && (more || mayCome)) void this.#goOn(opened, query, found);
      else if (found.vector || found.refined) prefetch(opened);
    } catch (error) {
      this.#reportFailure(query, error);
    }
  }

  /** Whether the lexicon refines the answers to a query. */
  #refines({ lexicon, index }: Opened, { request, late }: Query): boolean {
    return request.mode === "hybrid" && late && lexicon && index.model !== undefined;
  }

  /** By words, or by the lexicon too, if that takes hardly longer. */
  async #firstAnswer(opened: Opened, query: Query): Promise<Found | undefined> {
    const words = this.#answer(opened, query);
    const { encoder, index } = opened;
    const alone = encoder.state === "ready" || query.request.rerank || !this.#refines(opened, query);
    if (alone || !index.hasLexicon) return words;
    const begun = performance.now();
    // Whatever fails here, fails again in the background, where it is told.
    const better = this.#answer(opened, query, "lexicon", "spare").catch(() => undefined);
    return betterOr(await words, better, begun);
  }

  /** Answers by the lexicon, then by the encoder if that helps, behind a first answer. */
  async #goOn(opened: Opened, query: Query, first: Found): Promise<void> {
    try {
      await this.#background.idle;
      let last = first;
      if (query.late && !this.#isCurrent(query)) return; // cancelled
      const problem = await loadFullSearch(opened);
      const refines = this.#refines(opened, query) && !first.refined;
      if (refines && !problem && opened.index.hasLexicon)
        last = (await this.#answer(opened, query, "lexicon", "late")) ?? first;
      const helps = await this.#encoderHelps(opened, query);
      if (query.late) {
        if (!this.#isCurrent(query)) return;
        const answer = refines ? degradedBy(last.answer, problem, "lexicon") : last.answer;
        if (refines || !helps) this.#reply(query, { ...last, answer }, helps);
      }
      prefetch(opened);
      if (helps) await this.#answerLate(opened, query);
    } catch (error) {
      this.#reportFailure(query, error);
    }
  }

  /** Whether the encoder loads, or is to be loaded for this query. */
  async #encoderHelps(opened: Opened, query: Query): Promise<boolean> {
    const { encoder, index } = opened;
    if (encoder.isUnderWay) return true;
    if (!encoder.isComing(Date.now())) return false;
    const wanted = () => (this.#newest === query || this.#isCurrent(query)) && index === opened.index;
    const request = { ...query.request, limit: 1, offset: 0, explain: true, rerank: false };
    const found = await index.answer(request, {
      embed: () => undefined,
      count: () => undefined,
      rerank: (task) => this.#rerank(opened, query, task),
      wanted,
      lexicon: false,
      obtain: async (ranges) => (await index.obtain(ranges, wanted), true),
    });
    return found !== undefined && encoder.helps(found);
  }

  #reply({ id }: Query, { answer, took }: Found, more: boolean): void {
    this.#post({ type: "answer", id, answer: withPending(answer), more, took });
    if (!more) this.#finish(id); // else once it is painted
  }

  /** Loads the encoder, then answers a query that still waits for it. */
  async #answerLate(opened: Opened, query: Query): Promise<void> {
    await this.#loadEncoder(opened, false);
    const { encoder, lexicon } = opened;
    const answer = () => this.#answer(opened, query, lexicon ? "lexicon" : "none", "late");
    let found = await answer();
    // The encoder fetches the rows that it lacks of its words.
    if (found && !found.vector && encoder.problem?.code === "encoder-loading") {
      await encoder.load(true);
      found = await answer();
    }
    if (!found) return;
    this.#reply(query, found, false);
    if (found.vector) prefetch(opened);
  }

  /**
   * The answer of the newest generation, by `without` while there is no encoder; `undefined` if the query was cancelled, or if
   * it would cost too much.
   */
  async #answer(
    opened: Opened,
    query: Query,
    without: Source = "none",
    manner: Manner = "now",
  ): Promise<Found | undefined> {
    for (;;) {
      if (!this.#isCurrent(query)) return undefined;
      const { request } = query;
      const refined = without === "lexicon";
      const source = () => (opened.encoder.state === "ready" ? "encoder" : without);
      const kept = this.#kept.get(request, source());
      if (kept) return { ...kept, refined, took: 0 };
      const lacksModule = needsFullSearch(request) && !opened.index.isFull;
      const problem = lacksModule ? await this.#unheld(query, () => loadFullSearch(opened)) : undefined;
      if (!this.#isCurrent(query)) return undefined;
      // Only this module gathers texts, has the lexicon, and lists pages.
      if (problem && (request.context || request.mode === "lexicon" || !request.text.trim()))
        throw new DocfuseError(problem.code, problem.message, problem.file);
      const { index, encoder } = opened;
      let vector: Float32Array | undefined;
      let missed: ErrorData | undefined;
      const before = index.computing;
      const begun = performance.now();
      const wanted = () => this.#isCurrent(query);
      const answer = await index.answer(request, {
        embed: (text) => {
          if (!usesEncoder(request)) return undefined;
          vector = encoder.embed(request.text, text);
          missed = encoder.problem; // may change before the answer
          return vector;
        },
        count: (texts) => encoder.countTokens(texts),
        rerank: (task) => this.#rerank(opened, query, task),
        wanted,
        lexicon: refined,
        obtain: async (ranges) => {
          if (manner === "spare" && !isSpare(index.notUnderWay(ranges), begun, this.#background.rate))
            return false;
          if (manner !== "late") await this.#typing.hold(index, ranges);
          if (wanted()) await index.obtain(ranges, manner === "late" ? wanted : undefined);
          return true;
        },
      });
      if (index.takeStaleSuspicion()) await this.#reopenIfChanged(opened);
      // Repeated only if the generation was replaced, here or by another query during an `await`.
      if (index === opened.index) {
        if (!answer || !this.#isCurrent(query)) return undefined;
        const found = {
          answer: degradedBy(
            // It may have failed meanwhile.
            degradedBy(answer, missed && (encoder.problem ?? missed), "dense"),
            request.rerank ? problem : undefined,
            "reranker",
          ),
          vector: vector !== undefined,
        };
        this.#kept.keep(request, source(), found);
        return { ...found, refined, took: index.computing - before };
      }
    }
  }

  async #rerank(opened: Opened, query: Query, task: RerankTask): Promise<RerankOutcome> {
    const { rerankerPolicy: policy } = opened;
    if (!policy) return this.#pageReranker.scores(query.id, task);
    const dense = await this.#modules.dense(); // loaded before the query
    opened.reranker ??= dense.reranker(this.#fetch, policy);
    return opened.reranker.scores(task);
  }

  /** Loads the encoder; if its files are gone, that of the next generation. `isAsked`: on any network. */
  async #loadEncoder(opened: Opened, isAsked: boolean): Promise<void> {
    await opened.encoder.load(isAsked);
    if (opened.encoder.state === "failed" && (await this.#reopenIfChanged(opened))) {
      await opened.encoder.load(isAsked);
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
    return this.#underWay.get(query.id) === query;
  }

  #reportFailure(query: Query, error: unknown): void {
    if (!this.#isCurrent(query)) return;
    this.#finish(query.id);
    this.#post({ type: "query-failed", id: query.id, error: errorData(error) });
  }

  #finish(id: number): void {
    this.#underWay.get(id)?.release();
    this.#underWay.delete(id);
  }
}
