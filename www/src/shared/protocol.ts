/**
 * The messages between page and worker, and the data types of the package's public interface.
 *
 * `ToWorker` and `FromWorker` are discriminated unions on `type`; an answer repeats the `id` of its query.
 * What the search module takes and returns is generated from Rust; `Answer` and `Hit` add absolute URLs and times.
 */

import type { DenseChoice, EncoderChoice } from "../client/encoder-policy.js";
import type { ErrorCode } from "../generated/error-codes.js";
import type {
  Correction,
  Degraded,
  Fit,
  FoundAnswer,
  FoundContext,
  FoundContextSection,
  FoundHit,
  FoundLongSection,
  FoundPlace,
  FoundSuggestion,
  RerankTask,
} from "../generated/search.js";

export type { ErrorCode } from "../generated/error-codes.js";
export type {
  BlockRequest,
  Closeness,
  Contribution,
  Correction,
  Degraded,
  Explanation,
  Fit,
  FoundAnswer,
  FoundContext,
  FoundHit,
  FoundPlace,
  FoundSuggestion,
  IntentKind,
  Mode,
  PageHits,
  Passage,
  QueryIntent,
  Related,
  RelatedWord,
  Request,
  RerankTask,
  TermScore,
  TokenCounting,
} from "../generated/search.js";

/** A place with its absolute http(s) URL. */
export interface Place extends FoundPlace {
  readonly href: string;
}

/** A hit with its absolute URL. */
export interface Hit extends Omit<FoundHit, "also"> {
  /** Absolute http(s) URL of the section, ready for a link. */
  readonly href: string;
  readonly also: readonly Place[];
}

/** Times of an answer, in milliseconds. */
export interface Took {
  /** Computation in the WebAssembly modules, without waiting for the network. */
  readonly engine: number;
  /** From the call of `query` to the answer in the page, waiting included. */
  readonly total: number;
}

/** What to try where nothing was found or the fit is weak: a query, or a section with its absolute http(s) URL. */
export interface Suggestion extends FoundSuggestion {
  readonly href?: string;
}

/** An answer as the worker sends it: with failures alone in `degraded`. */
export interface SentAnswer extends FoundAnswer {
  readonly pending: readonly Degraded[];
}

/** What a query resolves to. */
export interface Answer extends Omit<FoundAnswer, "context" | "doc_aggregates" | "hits" | "suggestions"> {
  /** Number of hits of each page found, best page first, at most 100 pages; `null` unless requested. */
  readonly docAggregates: FoundAnswer["doc_aggregates"];
  readonly suggestions: readonly Suggestion[];
  readonly hits: readonly Hit[];
  /** Retrievers that failed; `null` if there are none. */
  readonly degraded: readonly Degraded[] | null;
  /** Retrievers that are on their way, or wait until a query gains from them. */
  readonly pending: readonly Degraded[];
  readonly tookMs: Took;
  /** @internal Similarities of the query to the vectors of the site's rules; only while it has a vector. */
  readonly likeness?: readonly number[];
}

/** A section with its text and its absolute http(s) URL. */
export interface ContextSection extends FoundContextSection {
  readonly href: string;
}

/** A section that did not fit, with its absolute http(s) URL. */
export interface LongSection extends FoundLongSection {
  readonly href: string;
}

/** What `context` resolves to: whole texts of the best sections, without repetitions. */
export interface Context extends Omit<FoundContext, "left_out" | "sections"> {
  /** The part of the query's text that was read. */
  readonly query: string;
  readonly degraded: Answer["degraded"];
  readonly pending: Answer["pending"];
  readonly corrections: readonly Correction[];
  /** `weak` if nothing comes close to the query; `markdown` then begins with a sentence that says so. */
  readonly fit?: Fit | undefined;
  /** What to try if nothing was found or the fit is weak. */
  readonly suggestions: readonly Suggestion[];
  /** Best first. */
  readonly sections: readonly ContextSection[];
  /** Sections that did not fit, best first. */
  readonly leftOut: readonly LongSection[];
  readonly tookMs: Took;
}

/**
 * A file named by the manifest. `bytes` and `sha256` describe the raw content; `stored` is the size in bytes as served.
 */
export interface FileRef {
  readonly name: string;
  readonly bytes: number;
  readonly stored: number;
  readonly sha256: string;
}

/** An error as plain data, for `postMessage`. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly file?: string;
}

/**
 * State of the sentence encoder. `waiting`: loads behind an answer that gains from it, or on `whenReady()`. `off`: never loads, by
 * choice or because the index has no vectors.
 */
export type EncoderState = "off" | "waiting" | "loading" | "ready" | "failed";

/** When the worker loads the encoder: never, behind an answer that gains from it (`deferred`), or at once (`eager`). */
export type EncoderPolicy = "off" | "deferred" | "eager";

/** A score for each passage of a task, or why there are none. */
export type RerankOutcome = { readonly scores: Float32Array } | { readonly error: ErrorData };

/** Where the worker's own reranker is, and its time for one query in milliseconds. */
export interface RerankerPolicy {
  /** URL of a folder that `docfuse model import` wrote. */
  readonly base: string;
  readonly budgetMs: number;
}

/** Several indexes to search as one. */
export interface OpenSeveral {
  /** Address of the page, and what `open` was given as `base`, in JSON. */
  readonly sites: string;
  /** File name and text of the first one's manifest. */
  readonly manifest: { readonly name: string; readonly text: string };
  /** Language tag of the first one's pages. */
  readonly language?: string | undefined;
}

/** Events beside the answers. `progress` counts bytes of the encoder's files as stored. */
export type SearchEvent =
  | { readonly type: "progress"; readonly loaded: number; readonly total: number }
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly error: ErrorData }
  | { readonly type: "updated" };

/**
 * Page to worker. `typed` announces a query that is still being typed; `cancel` drops a query and its late answer;
 * `painted` says that the reader sees the first answer of a query, which has further ones; `ping` asks whether the worker
 * still works on a query; `reranked` replies to `rerank`; `load-encoder` waits for the query under way.
 */
export type ToWorker =
  | {
      readonly type: "open";
      readonly base: string;
      /** File name and text of the manifest. */
      readonly manifest: { readonly name: string; readonly text: string };
      readonly encoder: EncoderChoice;
      readonly dense: DenseChoice;
      /** Without one, `rerank` asks the page. */
      readonly reranker?: RerankerPolicy | undefined;
      /** As in `OpenSeveral`; only for several indexes. */
      readonly sites?: string | undefined;
      readonly language?: string;
    }
  | {
      readonly type: "query";
      readonly id: number;
      readonly text: string;
      /** As given, but for functions and signals. */
      readonly options: object;
      /** Whether a model reranks the hits unless the options say no. */
      readonly reranks: boolean;
      /** URL of the site's root, if whole texts are asked for. */
      readonly site?: string | undefined;
      /** Whether better answers are taken behind the first one. */
      readonly late: boolean;
    }
  | { readonly type: "typed"; readonly text: string }
  | { readonly type: "cancel" | "painted" | "ping"; readonly id: number }
  | { readonly type: "reranked"; readonly id: number; readonly outcome: RerankOutcome }
  | { readonly type: "load-encoder" };

/**
 * Worker to page. `answer.more` announces a further answer with the same id: the lexicon's, then the encoder's, once it
 * is ready or has failed; `pong` comes first, and replies to the `ping` of a query that is not answered;
 * `rerank` asks the page's reranker about the hits of a query; `state` reports each change of the encoder's state.
 */
export type FromWorker =
  | { readonly type: "opened" }
  | { readonly type: "pong" }
  | { readonly type: "open-failed"; readonly error: ErrorData }
  | {
      readonly type: "answer";
      readonly id: number;
      readonly answer: SentAnswer;
      readonly more: boolean;
      /** `Took.engine` */
      readonly took: number;
    }
  | { readonly type: "rerank"; readonly id: number; readonly task: RerankTask }
  | { readonly type: "query-failed"; readonly id: number; readonly error: ErrorData }
  | { readonly type: "state"; readonly encoder: EncoderState }
  | { readonly type: "event"; readonly event: SearchEvent };
