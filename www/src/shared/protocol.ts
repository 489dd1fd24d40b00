/**
 * The messages between page and worker, and the data types of the package's public interface.
 *
 * `ToWorker` and `FromWorker` are discriminated unions on `type`; an answer repeats the `id` of its query.
 * `FoundAnswer`, `FoundHit` and `BlockRequest` come from the search module (Rust); `Answer` and `Hit` add absolute URLs
 * and times.
 */

/** Which retrievers answer: all of them, fused (`hybrid`), or one alone. */
export type Mode = "hybrid" | "lexical" | "dense";

/** A query as the search module takes it; `undefined` means absent. */
export interface Request {
  readonly text: string;
  readonly mode: Mode;
  /** Number of hits, 1 to 1000. */
  readonly limit: number;
  /** Number of hits to skip, for paging. */
  readonly offset?: number | undefined;
  /** At most this many hits of one page; absent for no limit. */
  readonly max_per_page?: number | undefined;
  /** Whether hits carry an `explanation`. */
  readonly explain?: boolean | undefined;
  /** The last word is still being typed and also matches as a prefix. */
  readonly prefix?: boolean | undefined;
  /** In Elasticsearch's syntax: `2`, `75%`, `-1`. */
  readonly minimum_should_match?: string | undefined;
  /** Accepted values by filter name: a page must have one of them for every name. */
  readonly filters?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Whether to count the pages found by filter name and value. */
  readonly facets?: boolean | undefined;
}

/** A retriever that took no full part in an answer, and why. */
export interface Degraded {
  /** Name of the retriever, such as `lexical` or `dense`; `texts` if the texts of some hits are missing. */
  readonly retriever: string;
  readonly code: string;
  readonly message: string;
  /** The index file at fault, if there is one. */
  readonly file?: string;
}

/** A section found, as the search module describes it. */
export interface FoundHit {
  /** Relative to the site's root, with `#anchor` where the section has one. */
  readonly url: string;
  /** `url` without the anchor: equal for all hits of one page. */
  readonly page: string;
  /** Title of the page. */
  readonly title: string;
  /** Heading of the section; empty for text before the first heading. */
  readonly heading: string;
  /** Headings above the section, outermost first. */
  readonly path: readonly string[];
  readonly excerpt: string;
  /** `[start, end)` in UTF-16 units of `excerpt`. */
  readonly highlights: readonly (readonly [start: number, end: number])[];
  readonly score: number;
  /** Other places with nearly the same text, which near-duplicate removal put behind this hit. */
  readonly also: readonly FoundPlace[];
  /** Page metadata by key. */
  readonly meta: Readonly<Record<string, string>>;
  /** Percent-encoded text fragment without `:~:text=`; empty for none. */
  readonly text_fragment: string;
  /** Only with `explain`. */
  readonly explanation?: Explanation;
}

/** Why a hit ranks where it does. */
export interface Explanation {
  /** One for each retriever that found the section. */
  readonly contributions: readonly Contribution[];
  /** Whether the query names this section, which puts it first. */
  readonly navigational: boolean;
  /** What bigram proximity added to the lexical score. */
  readonly proximity: number;
  /** What each term of the query added to the lexical score. */
  readonly terms: readonly TermScore[];
}

/** What one retriever contributed to a fused score. */
export interface Contribution {
  /** Name of the retriever, such as `lexical` or `dense`. */
  readonly retriever: string;
  /** Rank of the section in the retriever's list, from 1. */
  readonly rank: number;
  /** The retriever's own score: BM25F for `lexical`, cosine similarity for `dense`. */
  readonly raw_score: number;
  /** Weight of the retriever's list. */
  readonly weight: number;
  /** weight / (k + rank): the retriever's summand of the fused score. */
  readonly share: number;
}

/** What one term added to a section's lexical score. */
export interface TermScore {
  /** The term as in the dictionary. */
  readonly term: string;
  /** Number of sections that contain it. */
  readonly document_frequency: number;
  /** Fields of this section that contain it. */
  readonly fields: readonly string[];
  /** Its part of the score, before coverage and bigram proximity. */
  readonly score: number;
}

/** Another place with a hit's text; `url` as in the hit. */
export interface FoundPlace {
  readonly url: string;
  readonly title: string;
}

/** A place with its absolute http(s) URL. */
export interface Place extends FoundPlace {
  readonly href: string;
}

/** A hit with its absolute URL. */
export interface Hit extends Omit<FoundHit, "also" | "text_fragment"> {
  /**
   * Absolute http(s) URL, ready for a link. If words matched, it ends with a text fragment (`:~:text=…`), by which
   * browsers scroll to the match and highlight it.
   */
  readonly href: string;
  /** The text fragment without `:~:text=`; empty for none. */
  readonly textFragment: string;
  readonly also: readonly Place[];
}

/** A word that no page contains, and the word searched for instead. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** Times of an answer, in milliseconds. */
export interface Took {
  /** Computation in the WebAssembly modules, without waiting for the network. */
  readonly engine: number;
  /** From the call of `query` to the answer in the page, waiting included. */
  readonly total: number;
}

/** An answer with hits of type `H`. */
export interface AnswerOf<H> {
  readonly query: string;
  readonly mode: Mode;
  /** Retrievers that failed or are not loaded yet; `null` if there are none. */
  readonly degraded: readonly Degraded[] | null;
  /** Number of ranked sections before paging; more may match. */
  readonly total: number;
  readonly hits: readonly H[];
  /** Words that were replaced because no page contains them. */
  readonly corrections: readonly Correction[];
  /** Number of pages found by filter name and value; `null` unless requested. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
}

/** What a query resolves to. */
export interface Answer extends AnswerOf<Hit> {
  readonly tookMs: Took;
}

/** An answer of the search module. */
export type FoundAnswer = AnswerOf<FoundHit>;

/**
 * A file named by the manifest. `bytes` and `sha256` describe the raw content; `stored` is the size in bytes as served.
 */
export interface FileRef {
  readonly name: string;
  readonly bytes: number;
  readonly stored: number;
  readonly sha256: string;
}

/**
 * A block that the search module asks for: bytes `[start, end)` of the stored file `file` of `size` bytes; decompressed
 * they have at most `bytes`. Two blocks with the same content share a range.
 */
export interface BlockRequest {
  /** Names the block when its bytes are supplied. */
  readonly id: number;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly bytes: number;
}

/** An error as plain data, for `postMessage`. */
export interface ErrorData {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
}

/**
 * State of the sentence encoder. `waiting`: loads after the first answer, or on `whenReady()`. `off`: never loads, by
 * choice or because the index has no vectors.
 */
export type EncoderState = "off" | "waiting" | "loading" | "ready" | "failed";

/** When the worker loads the encoder: never, after the first answer (`deferred`), or at once (`eager`). */
export type EncoderPolicy = "off" | "deferred" | "eager";

/** Events beside the answers. `progress` counts bytes of the encoder's files as stored. */
export type SearchEvent =
  | { readonly type: "progress"; readonly loaded: number; readonly total: number }
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly error: ErrorData }
  | { readonly type: "updated" };

/** Page to worker. `cancel` drops a query and its late answer; `load-encoder` waits for the query under way. */
export type ToWorker =
  | {
      readonly type: "open";
      readonly base: string;
      /** File name and text of the manifest. */
      readonly manifest: { readonly name: string; readonly text: string };
      readonly encoder: EncoderPolicy;
    }
  | { readonly type: "query"; readonly id: number; readonly request: Request; readonly late: boolean }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "load-encoder" };

/**
 * Worker to page. `answer.more` announces one further answer with the same id, once the encoder is ready or has failed;
 * `state` reports each change of the encoder's state.
 */
export type FromWorker =
  | { readonly type: "opened" }
  | { readonly type: "open-failed"; readonly error: ErrorData }
  | {
      readonly type: "answer";
      readonly id: number;
      readonly answer: FoundAnswer;
      readonly more: boolean;
      /** `Took.engine` */
      readonly took: number;
    }
  | { readonly type: "query-failed"; readonly id: number; readonly error: ErrorData }
  | { readonly type: "state"; readonly encoder: EncoderState }
  | { readonly type: "event"; readonly event: SearchEvent };
