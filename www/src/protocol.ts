/**
 * The one language that page and worker speak, and the data types that users of the package see.
 *
 * `ToWorker` and `FromWorker` are discriminated unions on `type`; a query carries an `id` that its answers
 * repeat. `Answer`, `FoundHit` and `FileRef` are what the search module (Rust) produces; `Hit` is the same
 * with the absolute address that the page can link to.
 */

/** Which retrievers answer: words, meaning, or both fused. */
export type Mode = "hybrid" | "lexical" | "dense";

/** One query as the search module takes it. */
export interface Request {
  readonly text: string;
  readonly mode: Mode;
  /** Hits wanted, 1 to 1000. */
  readonly limit: number;
  /** Hits to leave out at the start, for paging. */
  readonly offset?: number;
  /** Hits of one page at most; all of them when absent. */
  readonly max_per_page?: number;
  /** Ask each hit to say why it stands where it stands. */
  readonly explain?: boolean;
}

/** A part of the search that could not take part in an answer, and why. */
export interface Degraded {
  readonly retriever: "lexical" | "dense" | "texts";
  readonly code: string;
  readonly message: string;
  readonly file?: string;
}

/** One section found, as the search module describes it. */
export interface FoundHit {
  /** Relative to the site's root, with `#anchor` where the section has one. */
  readonly url: string;
  /** The same without the anchor: equal for all hits of one page. */
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
  /** Ranks, raw scores, weights and matched terms of each retriever; only with `explain`. */
  readonly explanation?: Readonly<Record<string, unknown>>;
}

/** A hit with its absolute address. */
export interface Hit extends FoundHit {
  /** Absolute http(s) address, ready for a link. */
  readonly href: string;
}

/** An answer with hits of type `H`. */
export interface AnswerOf<H> {
  readonly query: string;
  readonly mode: Mode;
  /** Which parts failed or are not there yet; `null` when everything took part. */
  readonly degraded: readonly Degraded[] | null;
  /** Sections that match in all. */
  readonly total: number;
  readonly hits: readonly H[];
}

/** What a query resolves to. */
export type Answer = AnswerOf<Hit>;

/** What crosses from the search module. */
export type FoundAnswer = AnswerOf<FoundHit>;

/** A file of the index: sizes are in bytes, `bytes` and `sha256` of the raw content, `stored` as served. */
export interface FileRef {
  readonly name: string;
  readonly bytes: number;
  readonly stored: number;
  readonly sha256: string;
}

/** An error as plain data, fit for `postMessage`. */
export interface ErrorData {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
}

/**
 * Where the sentence encoder stands. `waiting`: loads after the first answer; `off`: never loads, by choice or
 * because the index has no vectors.
 */
export type EncoderState = "off" | "waiting" | "loading" | "ready" | "failed";

/** When the worker loads the encoder: never, behind the first answer, or at once. */
export type EncoderPolicy = "off" | "behind" | "eager";

/** What happens beside the answers. */
export type SearchEvent =
  | { readonly type: "progress"; readonly loaded: number; readonly total: number }
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly error: ErrorData }
  | { readonly type: "updated" };

/** Page to worker. `warm` loads the encoder now; `cancel` gives up a query and its late answer. */
export type ToWorker =
  | { readonly type: "open"; readonly base: string; readonly encoder: EncoderPolicy }
  | { readonly type: "query"; readonly id: number; readonly request: Request; readonly late: boolean }
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "warm" };

/**
 * Worker to page. `answer.more` promises one further answer under the same id, when the encoder has come (or
 * has failed to); `state` says every change of the encoder's state.
 */
export type FromWorker =
  | { readonly type: "opened" }
  | { readonly type: "unopened"; readonly error: ErrorData }
  | { readonly type: "answer"; readonly id: number; readonly answer: FoundAnswer; readonly more: boolean }
  | { readonly type: "refused"; readonly id: number; readonly error: ErrorData }
  | { readonly type: "state"; readonly encoder: EncoderState }
  | { readonly type: "event"; readonly event: SearchEvent };
