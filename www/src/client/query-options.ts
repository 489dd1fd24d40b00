/** Options of queries. The worker checks them. */

import type { Answer, Mode } from "../shared/protocol.js";

/** Conditions that a page must meet, all of them. */
export interface Filters {
  readonly [name: string]: string | readonly string[] | readonly Filters[];
}

export interface QueryOptions {
  /** Default `hybrid`. */
  readonly mode?: Mode | undefined;
  /** Number of hits, 1 to 1000; default 10. */
  readonly limit?: number | undefined;
  /** Number of hits to skip; default 0. */
  readonly offset?: number | undefined;
  /** Bytes of the section's text in each hit, at most; default none. */
  readonly textLength?: number | undefined;
  /** At most this many hits of one page; default no limit. */
  readonly maxPerPage?: number | undefined;
  /** Fill each hit's `explanation`; default false. */
  readonly explain?: boolean | undefined;
  /** The last word is still being typed and also matches as a prefix; default false. */
  readonly prefix?: boolean | undefined;
  /**
   * `all`: only sections with all words, stop words aside, or with some of them if none has all, and then the answer says
   * `fewer`. `best`: with any of them, best first. Default: the site's setting.
   */
  readonly match?: "all" | "best" | undefined;
  /**
   * Instead of `match`: how many of the words must match: `2`, or `75%` of them, rounded down. Default: any one.
   */
  readonly minimumShouldMatch?: string | number | undefined;
  /**
   * Accepted values by filter name, a text for a single one: a page must have one of them for every name. An empty value accepts pages without
   * this name. `any`, `all` and `none` have lists of such conditions.
   */
  readonly filters?: Filters | undefined;
  /**
   * Order by a key of the site, in place of the ranking: `date`, or `date:desc` for the largest values first. Pages without
   * it come last. Only words are searched then, all of which are needed unless `match` says otherwise.
   */
  readonly sort?: string | undefined;
  /**
   * The reader's version of the documentation, several separated by commas: of a section in several versions, hits show
   * the edition of this one. Default: the most current version.
   */
  readonly version?: string | undefined;
  /** Count the pages found by filter name and value, in the answer's `facets`; for an empty text, all pages. */
  readonly facets?: boolean | undefined;
  /** Let the reranker of `open` reorder the first three pages of hits; default true if there is one. */
  readonly rerank?: boolean | undefined;
  /** Count the hits of each page found, in the answer's `docAggregates`. Loads the texts of up to 100 pages. */
  readonly docAggregates?: boolean | undefined;
  /** Leave out hits with a lower score, on the scale of the mode's scores; 0 for none. Default: the site's setting. */
  readonly minScore?: number | undefined;
  /**
   * Leave out what the dense retriever finds with a lower cosine similarity; 0 for none. Default: the site's setting.
   */
  readonly similarityThreshold?: number | undefined;
  /** Cancels the query, which then rejects with the signal's reason, and its late answer. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Gets better answers of a hybrid query that was answered before the encoder was ready: the one that the site's
   * lexicon refines, and the encoder's. At most twice, after the promise has resolved, and not after `signal` or `close()`.
   */
  readonly onUpdate?: ((answer: Answer) => void) | undefined;
}

export interface ContextOptions extends Pick<
  QueryOptions,
  | "filters"
  | "limit"
  | "match"
  | "maxPerPage"
  | "minimumShouldMatch"
  | "minScore"
  | "mode"
  | "rerank"
  | "signal"
  | "similarityThreshold"
  | "version"
> {
  /** Most tokens of all texts together, with their headings and addresses. */
  readonly maxTokens: number;
}
