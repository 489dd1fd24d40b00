/** The client: `Search` sends queries to the worker that `open` started. */

import { compatible } from "../shared/compatible.js";
import { DocfuseError } from "../shared/error.js";
import { toAnswer, toContext } from "./links.js";
import { toRequest, type ContextOptions, type QueryOptions } from "./request.js";
import { scoresInTime, type TimedRerank } from "./rerank.js";
import type {
  Answer,
  Context,
  EncoderState,
  ErrorData,
  FoundContext,
  FromWorker,
  Request,
  RerankTask,
  SearchEvent,
  ToWorker,
} from "../shared/protocol.js";

/** Events by name, with the argument of their listeners. */
export interface SearchEventMap {
  /** Bytes of the encoder's files loaded so far, as stored. */
  progress: { readonly loaded: number; readonly total: number };
  /** The encoder is ready; hybrid and dense queries use it from now on. */
  ready: undefined;
  /** The encoder could not be loaded; a later query retries. */
  failed: DocfuseError;
  /** The site was deployed again, and the new index is in use. */
  updated: undefined;
}

interface Pending {
  readonly resolve: (answer: Answer, context?: FoundContext) => void;
  readonly reject: (reason: unknown) => void;
  readonly onUpdate: ((answer: Answer) => void) | undefined;
  readonly release: () => void;
  /** Time of the call, by `performance.now()`. */
  readonly asked: number;
  answered: boolean;
}

type Listener = (event: SearchEvent) => void;

/** An open index. Created by `open`, ended by `close`. */
export class Search {
  /** Language tag of the index that is searched; empty if it states none. */
  declare readonly language: string;
  /** Language tags of all indexes of the site, that of its main language first. */
  declare readonly languages: readonly string[];
  #worker: Worker;
  readonly #site: URL;
  readonly #reranker: TimedRerank | undefined;
  readonly #listeners = new Set<Listener>();
  /** Called once when the encoder is ready, or with the error if it fails. */
  readonly #waiting = new Set<(trouble?: DocfuseError) => void>();
  /** The newest query, until its last answer. */
  #pending: { readonly id: number; readonly query: Pending } | undefined;
  #lastId = 0;
  #encoder: EncoderState = "waiting";
  #closed: DocfuseError | undefined;
  #starting: { resolve: () => void; reject: (error: unknown) => void } | undefined;

  /** @internal */
  constructor(worker: Worker, site: URL, reranker?: TimedRerank) {
    this.#site = site;
    this.#reranker = reranker;
    this.#worker = this.#attached(worker);
  }

  /** State of the encoder. */
  get encoder(): EncoderState {
    return this.#encoder;
  }

  /**
   * Resolves to the sections that match `text` best. Rejects with `DocfuseError`: with code `cancelled` if a newer
   * query replaces this one (search as you type), or with the reason of `signal`.
   */
  query(text: string, options: QueryOptions = {}): Promise<Answer> {
    return this.#ask(this.#toRequest(text, options), options, (answer) => answer);
  }

  /**
   * Resolves to whole texts of the sections that match `text` best, at most 20 by default, without repetitions and
   * within `maxTokens`. Tokens are counted by the encoder if it is ready, else estimated. Loads the full search module.
   * Rejects like `query`, and replaces an older query or is replaced by a newer one.
   */
  context(text: string, options: ContextOptions): Promise<Context> {
    const { maxTokens } = options;
    const request = {
      ...this.#toRequest(text, { limit: 20, ...options }),
      context: { max_tokens: maxTokens, site: this.#site.href },
    };
    return this.#ask(request, options, (answer, context) => {
      if (!context) throw new DocfuseError("internal", "the search module gathered no texts");
      return toContext(context, answer, this.#site);
    });
  }

  #ask<T>(
    request: Request,
    { signal, onUpdate }: QueryOptions,
    of: (answer: Answer, context?: FoundContext) => T,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    this.#drop(new DocfuseError("cancelled", "a newer query took this one's place"));
    const id = (this.#lastId += 1);
    return new Promise((done, reject) => {
      const resolve: Pending["resolve"] = (answer, context) => {
        try {
          done(of(answer, context));
        } catch (error) {
          reject(error);
        }
      };
      const abort = () => {
        this.#post({ type: "cancel", id });
        this.#drop(signal?.reason);
      };
      signal?.addEventListener("abort", abort, { once: true });
      const release = () => signal?.removeEventListener("abort", abort);
      const asked = performance.now();
      this.#pending = { id, query: { resolve, reject, onUpdate, release, asked, answered: false } };
      this.#post({ type: "query", id, request, late: onUpdate !== undefined });
    });
  }

  /**
   * Requests what the words of a query need that is still being typed, without an answer. Call it with each letter,
   * before the pause after which `query` is called.
   */
  prepare(typed: string): void {
    if (!this.#closed) this.#post({ type: "typed", text: compatible(typed) });
  }

  /** Listens for one type of event until the returned function is called. */
  on<K extends keyof SearchEventMap>(type: K, listener: (detail: SearchEventMap[K]) => void): () => void {
    return this.onAny((event) => {
      if (event.type === type) listener(detailOf(event) as SearchEventMap[K]);
    });
  }

  /** Listens for all events until the returned function is called. */
  onAny(listener: (event: SearchEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Loads the encoder now, even after a failure. Resolves when it is ready; rejects if it is off or fails, or on
   * `close()`.
   */
  whenReady(): Promise<void> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (this.#encoder === "ready") return Promise.resolve();
    if (this.#encoder === "off") return Promise.reject(encoderOff());
    return new Promise((resolve, reject) => {
      this.#waiting.add((trouble) => (trouble ? reject(trouble) : resolve()));
      this.#post({ type: "load-encoder" });
    });
  }

  /** Terminates the worker; pending promises reject with code `closed`. Idempotent. */
  close(): void {
    this.#end(new DocfuseError("closed", "the search was closed"));
  }

  /** @internal Sends `message` once it resolves; resolves when the worker has opened the index. */
  start(message: Promise<ToWorker>, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      const settle = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort, { once: true });
      this.#starting = {
        resolve: () => (settle(), resolve()),
        reject: (error) => (settle(), reject(error)),
      };
      message.then(
        (data) => this.#post(data),
        (error: unknown) => this.#starting?.reject(error),
      );
    });
  }

  /** @internal Replaces a worker that has received no message yet. */
  replaceWorker(spawn: () => Worker): void {
    if (this.#closed) return;
    this.#worker.onerror = null;
    this.#worker.terminate();
    this.#worker = this.#attached(spawn());
  }

  #attached(worker: Worker): Worker {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault(); // reported through the promises
      const why = event.message || "is it beside docfuse.js, and allowed by the content security policy?";
      this.#end(new DocfuseError("worker", `the search worker stopped or did not start: ${why}`));
    };
    return worker;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    switch (message.type) {
      case "opened":
        this.#starting?.resolve();
        break;
      case "open-failed":
        this.#starting?.reject(toError(message.error));
        break;
      case "answer":
        if (this.#pending?.id === message.id) this.#settle(this.#pending.query, message);
        break;
      case "query-failed":
        if (this.#pending?.id === message.id) this.#drop(toError(message.error));
        break;
      case "rerank":
        void this.#rerank(message.id, message.task);
        break;
      case "state":
        this.#encoder = message.encoder;
        // A new deployment may lack vectors.
        if (message.encoder === "off") this.#tellWaiting(encoderOff());
        break;
      case "event":
        this.#emit(message.event);
        break;
    }
  }

  async #rerank(id: number, task: RerankTask): Promise<void> {
    const { rerank, budgetMs } = this.#reranker ?? {};
    if (!rerank || budgetMs === undefined) return;
    const outcome = await scoresInTime(rerank, budgetMs, task);
    if (!this.#closed) this.#post({ type: "reranked", id, outcome });
  }

  #toRequest(text: string, options: QueryOptions): Request {
    return toRequest(text, options, this.#reranker !== undefined && options.rerank !== false);
  }

  #settle(query: Pending, message: Extract<FromWorker, { type: "answer" }>): void {
    const tookMs = { engine: message.took, total: performance.now() - query.asked };
    const answer = toAnswer(message.answer, this.#site, tookMs);
    if (!message.more) {
      query.release();
      this.#pending = undefined;
    }
    if (query.answered) query.onUpdate?.(answer);
    else query.resolve(answer, message.answer.context);
    query.answered = true;
  }

  /** Rejects the newest query, if there is one; no effect on one that is answered. */
  #drop(reason: unknown): void {
    const query = this.#pending?.query;
    this.#pending = undefined;
    query?.release();
    query?.reject(reason);
  }

  #tellWaiting(trouble?: DocfuseError): void {
    for (const tell of this.#waiting) tell(trouble);
    this.#waiting.clear();
  }

  #emit(event: SearchEvent): void {
    if (event.type === "ready") this.#tellWaiting();
    if (event.type === "failed") this.#tellWaiting(toError(event.error));
    for (const listener of [...this.#listeners]) listener(event);
  }

  #end(reason: DocfuseError): void {
    if (this.#closed) return;
    this.#closed = reason;
    this.#worker.terminate();
    this.#starting?.reject(reason);
    this.#drop(reason);
    this.#tellWaiting(reason);
    this.#listeners.clear();
  }
}

function encoderOff(): DocfuseError {
  return new DocfuseError("encoder-off", "search by meaning is off here");
}

function toError({ code, message, file }: ErrorData): DocfuseError {
  return new DocfuseError(code, message, file);
}

function detailOf(event: SearchEvent): SearchEventMap[keyof SearchEventMap] {
  switch (event.type) {
    case "progress":
      return { loaded: event.loaded, total: event.total };
    case "failed":
      return toError(event.error);
    default:
      return undefined;
  }
}
