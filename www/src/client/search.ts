/** The client: `Search` sends queries to the worker that `open` started. */

import { DocfuseError } from "../shared/error.js";
import { encoderOff, invalid, stopped, toError } from "./errors.js";
import { toAnswer } from "./links.js";
import { loadContext } from "./load-context.js";
import type { ContextOptions, QueryOptions } from "./query-options.js";
import type { Offers, SearchInfo, WorkerKind } from "./language-choice.js";
import { WHY_NO_WORKER } from "./spawn-worker.js";
import { scoresInTime, type TimedRerank } from "./rerank.js";
import type {
  Answer,
  Context,
  EncoderState,
  FoundContext,
  FromWorker,
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

type Asked = Extract<ToWorker, { type: "query" }>;

/** Milliseconds between two questions whether the worker still works on a query. */
const PING_MS = 2500;

/** A worker that says nothing after as many has ended, or hangs; one that starts may load its script meanwhile. */
const MOST_PINGS = 4;
const MOST_STARTING = 24;

/** When an answer counts as painted at the latest. */
const HIDDEN_MS = 500;

/** A first answer, with the texts of one that `context` asked for. */
type Found = readonly [Answer, FoundContext | undefined];

interface Pending {
  readonly asked: Asked;
  readonly resolve: (found: Found) => void;
  readonly reject: (reason: unknown) => void;
  readonly onUpdate: ((answer: Answer) => void) | undefined;
  readonly release: () => void;
  /** Time of the call, by `performance.now()`. */
  readonly since: number;
  answered?: boolean;
  /** Whether a second worker was asked. */
  askedAgain?: boolean;
}

type Listener = (event: SearchEvent) => void;

/** An open index. Created by `open`, ended by `close`. */
export class Search {
  /** Language tag of the index that is searched; empty if it states none. */
  declare readonly language: string;
  /** Language tags of all indexes of the site, that of its main language first. */
  declare readonly languages: readonly string[];
  /** What the site offers beyond a query's text; unchecked. */
  declare readonly offers: Offers | undefined;
  /** @internal */
  declare readonly about: SearchInfo;
  #worker: Worker;
  readonly #spawn: (kind: WorkerKind) => Worker;
  /** @internal */
  kind: WorkerKind;
  /** Its root, against which hits are resolved. */
  readonly site: URL;
  readonly #reranker: TimedRerank | undefined;
  readonly #listeners = new Set<Listener>();
  /** Called once when the encoder is ready, or with the error if it fails. */
  readonly #waiting = new Set<(trouble?: DocfuseError) => void>();
  /** Queries by their numbers, until their last answers. */
  readonly #pending = new Map<number, Pending>();
  /** What the worker was opened with. */
  #opening: ToWorker | undefined;
  /** Why the worker does not start. */
  #trouble: DocfuseError | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Questions since the worker's last word; NaN before its first one. */
  #pings = NaN;
  #lastId = 0;
  #encoder: EncoderState = "waiting";
  #closed: DocfuseError | undefined;
  #starting: { resolve: () => void; reject: (error: unknown) => void } | undefined;
  /** @internal Called when it is closed, or its worker has ended for good. */
  declare onEnd?: () => void;

  /** @internal */
  constructor(spawn: (kind: WorkerKind) => Worker, kind: WorkerKind, site: URL, reranker?: TimedRerank) {
    this.#spawn = spawn;
    this.kind = kind;
    this.site = site;
    this.#reranker = reranker;
    this.#worker = this.#attached();
  }

  /** State of the encoder. */
  get encoder(): EncoderState {
    return this.#encoder;
  }

  /**
   * Resolves to the sections that match `text` best; for an empty text with `filters`, `facets` or `sort`, to pages. Rejects with `DocfuseError`, or with the reason of `signal`.
   * Several queries may be under way: to search as you type, abort the one before.
   */
  async query(text: string, options: QueryOptions = {}): Promise<Answer> {
    const [answer] = await this.#ask(text, options);
    return answer;
  }

  /**
   * Resolves to whole texts of the sections that match `text` best, at most 20 by default, without repetitions and
   * within `maxTokens`. Tokens are counted by the encoder if it is ready, else estimated. Loads the full search module.
   * Rejects like `query`.
   */
  async context(text: string, options: ContextOptions): Promise<Context> {
    const [answer, context] = await this.#ask(text, { limit: 20, ...options }, this.site.href);
    const { toContext } = await loadContext();
    return toContext(context, answer, this.site);
  }

  /** Resolves to the names of the filters, with the number of pages for each of their values. Loads the full search module. */
  async filters(): Promise<NonNullable<Answer["facets"]>> {
    const { facets } = await this.query("", { facets: true, limit: 1 });
    return facets as NonNullable<typeof facets>;
  }

  /** What the index is, as it was opened. */
  info(): SearchInfo {
    return this.about;
  }

  async #ask(text: string, given: QueryOptions, site?: string): Promise<Found> {
    if (this.#closed) throw this.#closed;
    if (typeof text !== "string") throw invalid("a text", text);
    if (Object(given) !== given) throw invalid("options", given);
    const { signal, onUpdate, ...options } = given;
    if (signal && !signal.throwIfAborted) throw invalid("a signal", signal);
    if (onUpdate && !onUpdate.call) throw invalid("a function", onUpdate);
    signal?.throwIfAborted();
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#post({ type: "cancel", id });
        this.#drop(signal?.reason, id);
      };
      const asked: Asked = {
        type: "query",
        id,
        text,
        options,
        reranks: !!this.#reranker,
        site,
        late: !!onUpdate,
      };
      try {
        if (!this.#starting) this.#post(asked); // else once the new worker has opened the index
      } catch {
        return reject(invalid("cloneable options", "others"));
      }
      signal?.addEventListener("abort", abort, { once: true });
      this.#pending.set(id, {
        asked,
        resolve,
        reject,
        onUpdate,
        release: () => signal?.removeEventListener("abort", abort),
        since: performance.now(),
      });
      this.#watch();
    });
  }

  /**
   * Requests what the words of a query need that is still being typed, without an answer. Call it with each letter,
   * before the pause after which `query` is called.
   */
  prepare(typed: string): void {
    if (!this.#closed) this.#post({ type: "typed", text: typed });
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
  async whenReady(): Promise<void> {
    if (this.#closed) throw this.#closed;
    if (this.#encoder === "ready") return;
    if (this.#encoder === "off") throw encoderOff();
    return new Promise((resolve, reject) => {
      this.#waiting.add((trouble) => (trouble ? reject(trouble) : resolve()));
      if (!this.#starting) this.#post({ type: "load-encoder" });
    });
  }

  /** Terminates the worker; pending promises reject with code `closed`. Idempotent. */
  close(): void {
    this.#end(new DocfuseError("closed", "the search was closed"));
  }

  /** @internal Sends `message`; resolves when the worker has opened the index. One that is silent did not start. */
  start(message: Promise<ToWorker>, signal: AbortSignal | undefined, silentMs: number): Promise<void> {
    const silence = setTimeout(() => isNaN(this.#pings) && this.#end(stopped(WHY_NO_WORKER)), silentMs);
    const abort = () => this.#end(signal?.reason as DocfuseError);
    signal?.addEventListener("abort", abort);
    return new Promise<void>((resolve, reject) => {
      this.#starting = { resolve, reject };
      message.then((data) => {
        if (this.#trouble) return this.#end(this.#trouble);
        this.#post((this.#opening = data));
      }, reject);
    }).finally(() => {
      // It would hold the search, and the box around it.
      clearTimeout(silence);
      signal?.removeEventListener("abort", abort);
    });
  }

  /** @internal Replaces a worker that has received no message yet by one of another kind. */
  use(kind: WorkerKind): void {
    if (this.#closed || kind === this.kind) return;
    this.kind = kind;
    this.#replace();
  }

  #replace(): void {
    this.#worker.onmessage = this.#worker.onerror = null;
    this.#worker.terminate();
    this.#trouble = undefined;
    this.#worker = this.#attached();
  }

  #attached(): Worker {
    let worker: Worker;
    try {
      worker = this.#spawn(this.kind);
    } catch (cause) {
      throw stopped(String(cause), cause);
    }
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#receive(data);
    worker.onmessageerror = () => this.#restart();
    worker.onerror = (event) => {
      event.preventDefault(); // reported through the promises
      const trouble = stopped(event.message || WHY_NO_WORKER);
      // Until the manifest is here, another worker may take this one's place.
      if (this.#opening) this.#end(trouble);
      else this.#trouble = trouble;
    };
    return worker;
  }

  /** Asks a worker for signs of life until all queries have their first answers. */
  #watch(): void {
    clearInterval(this.#timer);
    this.#pings = 0;
    this.#timer = setInterval(() => {
      const asked = this.#unanswered?.asked;
      if (!asked) return clearInterval(this.#timer);
      this.#pings += 1;
      if (this.#pings > (this.#starting ? MOST_STARTING : MOST_PINGS)) this.#restart();
      else this.#post({ type: "ping", id: asked.id });
    }, PING_MS);
  }

  /** Asks a new worker: this one has ended, or hangs. */
  #restart(): void {
    const query = this.#unanswered;
    const opening = this.#opening;
    if (!opening || query?.askedAgain) return this.#end(stopped("it does not answer"));
    if (query) query.askedAgain = true;
    this.#pings = 0;
    this.#encoder = "waiting";
    try {
      this.#replace();
    } catch (error) {
      return this.#end(error as DocfuseError);
    }
    this.#starting = {
      resolve: () => {
        for (const { asked } of this.#pending.values()) this.#post(asked);
        if (this.#waiting.size) this.#post({ type: "load-encoder" });
      },
      reject: (error) => this.#end(stopped(String(error))),
    };
    this.#post(opening);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    this.#pings = 0;
    switch (message.type) {
      case "opened":
        this.#starting?.resolve();
        this.#starting = undefined;
        break;
      case "open-failed":
        this.#starting?.reject(toError(message.error));
        break;
      case "answer":
        this.#settle(message);
        break;
      case "query-failed":
        this.#drop(toError(message.error), message.id);
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
    const { rerank, budgetMs } = this.#reranker as TimedRerank;
    if (!rerank) return;
    const outcome = await scoresInTime(rerank, budgetMs, task);
    if (!this.#closed) this.#post({ type: "reranked", id, outcome });
  }

  #settle(message: Extract<FromWorker, { type: "answer" }>): void {
    const query = this.#pending.get(message.id);
    if (!query) return;
    const tookMs = { engine: message.took, total: performance.now() - query.since };
    const answer = toAnswer(message.answer, this.site, tookMs);
    if (!message.more) {
      query.release();
      this.#pending.delete(message.id);
    } else if (!query.answered) this.#tellPainted(message.id);
    if (query.answered) query.onUpdate?.(answer);
    else query.resolve([answer, message.answer.context]);
    query.answered = true;
  }

  /** Tells the worker when an answer is on the screen, or would be: no frame is drawn of a hidden page. */
  #tellPainted(id: number): void {
    const tell = () => this.#post({ type: "painted", id });
    globalThis.requestAnimationFrame?.(() => setTimeout(tell));
    setTimeout(tell, HIDDEN_MS);
  }

  /** The newest query without an answer. */
  get #unanswered(): Pending | undefined {
    return [...this.#pending.values()].filter(({ answered }) => !answered).at(-1);
  }

  /** Rejects a query, or all; no effect on one that is answered. */
  #drop(reason: unknown, only?: number): void {
    for (const [id, query] of this.#pending) {
      if (only && id !== only) continue;
      this.#pending.delete(id);
      query.release();
      query.reject(reason);
    }
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
    clearInterval(this.#timer);
    this.#worker.terminate();
    this.#starting?.reject(reason);
    this.#drop(reason);
    this.#tellWaiting(reason);
    this.#listeners.clear();
    this.onEnd?.();
  }
}

function detailOf(event: SearchEvent): SearchEventMap[keyof SearchEventMap] {
  if (event.type === "failed") return toError(event.error);
  return event.type === "progress" ? { loaded: event.loaded, total: event.total } : undefined;
}
