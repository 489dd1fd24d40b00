/**
 * The one language that page and worker speak, and the data types that users of the package see.
 *
 * `ToWorker` and `FromWorker` are discriminated unions on `type`; a query carries an `id` that its answers
 * repeat. `FoundAnswer`, `FoundHit` and `Piece` are what the search module (Rust) produces; `Answer` and `Hit` are
 * the same with absolute addresses that the page can link to, and with times.
 */

/** Which retrievers answer: words, meaning, or both fused. */
export type Mode = "hybrid" | "lexical" | "dense";

/** One query as the search module takes it; what is `undefined` counts as absent. */
export interface Request {
  readonly text: string;
  readonly mode: Mode;
  /** Hits wanted, 1 to 1000. */
  readonly limit: number;
  /** Hits to leave out at the start, for paging. */
  readonly offset?: number | undefined;
  /** Hits of one page at most; all of them when absent. */
  readonly max_per_page?: number | undefined;
  /** Ask each hit to say why it stands where it stands. */
  readonly explain?: boolean | undefined;
  /** The last word is still being typed. */
  readonly prefix?: boolean | undefined;
  /** As Elasticsearch writes it: `2`, `75%`, `-1`. */
  readonly minimum_should_match?: string | undefined;
  /** By name, the values of which a page must have one; every name counts. */
  readonly filters?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Count the pages found by filter name and value. */
  readonly facets?: boolean | undefined;
}

/** A part of the search that could not take part in an answer, and why. */
export interface Degraded {
  /** Name of a retriever ("lexical", "dense"), or "texts" for the texts of hits. */
  readonly retriever: string;
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
  /** Places with nearly the same text, which this hit stands for. */
  readonly also: readonly FoundPlace[];
  /** What the page says of itself, by key. */
  readonly meta: Readonly<Record<string, string>>;
  /** The matching words for `:~:text=`, encoded; empty for none. */
  readonly text_fragment: string;
  /** Only with `explain`. */
  readonly explanation?: Explanation;
}

/** Why a hit stands where it stands: its score is the sum of the shares and of `proximity`. */
export interface Explanation {
  /** What each retriever added that found the section. */
  readonly contributions: readonly Contribution[];
  /** The query is a name of this section, which puts it first. */
  readonly navigational: boolean;
  /** What bigram proximity added to the score. */
  readonly proximity: number;
  /** What each term of the query added to the lexical score. */
  readonly terms: readonly TermScore[];
}

/** What one retriever added to the score of a section. */
export interface Contribution {
  readonly retriever: string;
  /** From 1. */
  readonly rank: number;
  /** The retriever's own: BM25F, or cosine similarity. */
  readonly raw_score: number;
  /** Weight of the retriever's list. */
  readonly weight: number;
  /** weight / (k + rank); the raw score where no other retriever found anything. */
  readonly share: number;
}

/** What one term added to a section's lexical score. */
export interface TermScore {
  /** The term as it stands in the dictionary. */
  readonly term: string;
  /** In how many sections it occurs. */
  readonly document_frequency: number;
  /** The fields of this section that have it. */
  readonly fields: readonly string[];
  /** Its share of the score, before coverage and words side by side are rewarded. */
  readonly score: number;
}

/** Another place with the text of a hit; `url` as in the hit. */
export interface FoundPlace {
  readonly url: string;
  readonly title: string;
}

/** The same with its absolute http(s) address. */
export interface Place extends FoundPlace {
  readonly href: string;
}

/** A hit with its absolute address. */
export interface Hit extends Omit<FoundHit, "also" | "text_fragment"> {
  /**
   * Absolute http(s) address, ready for a link. Where words matched it ends with a text fragment (`:~:text=…`),
   * by which browsers scroll to them and mark them; `url` has none.
   */
  readonly href: string;
  /** That fragment without `:~:text=`; empty for none. */
  readonly textFragment: string;
  readonly also: readonly Place[];
}

/** A word that no page has, and the one searched for in its place. */
export interface Correction {
  readonly from: string;
  readonly to: string;
}

/** How long an answer took, in milliseconds. */
export interface Took {
  /** Spent computing in the WebAssembly modules for this answer; waiting for the network does not count. */
  readonly engine: number;
  /** From the call of `query` to the answer in the page, with all waiting. */
  readonly total: number;
}

/** An answer with hits of type `H`. */
export interface AnswerOf<H> {
  readonly query: string;
  readonly mode: Mode;
  /** Which parts failed or are not there yet; `null` when everything took part. */
  readonly degraded: readonly Degraded[] | null;
  /** Sections that were ranked, before paging; more may match. */
  readonly total: number;
  readonly hits: readonly H[];
  /** Words that were replaced because nothing has them. */
  readonly corrections: readonly Correction[];
  /** Pages found, by filter name and value; `null` unless asked for. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
}

/** What a query resolves to. */
export interface Answer extends AnswerOf<Hit> {
  readonly tookMs: Took;
}

/** What crosses from the search module. */
export type FoundAnswer = AnswerOf<FoundHit>;

/** A file that the manifest names: sizes are in bytes, `bytes` and `sha256` of the raw content, `stored` as served. */
export interface FileRef {
  readonly name: string;
  readonly bytes: number;
  readonly stored: number;
  readonly sha256: string;
}

/**
 * Bytes `[start, end)` of the stored file `file`, which has `size` bytes in all; opened (if they are gzip) they
 * have at most `bytes`.
 */
export interface Piece {
  /** What the bytes are handed to the search module for. */
  readonly id: number;
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly bytes: number;
}

/** An error as plain data, fit for `postMessage`. */
export interface ErrorData {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
}

/**
 * Where the sentence encoder stands. `waiting`: loads behind the first answer, or when asked to; `off`: never loads, by choice or
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

/** Page to worker. `warm` loads the encoder, behind a query under way; `cancel` gives up a query and its late answer. */
export type ToWorker =
  | {
      readonly type: "open";
      readonly base: string;
      /** The chosen manifest: its file name and its text. */
      readonly manifest: { readonly name: string; readonly text: string };
      readonly encoder: EncoderPolicy;
    }
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
  | {
      readonly type: "answer";
      readonly id: number;
      readonly answer: FoundAnswer;
      readonly more: boolean;
      /** `Took.engine` */
      readonly took: number;
    }
  | { readonly type: "refused"; readonly id: number; readonly error: ErrorData }
  | { readonly type: "state"; readonly encoder: EncoderState }
  | { readonly type: "event"; readonly event: SearchEvent };
