// Generated from Rust. To update: UPDATE_GENERATED=1 cargo test --lib generated

import type { ErrorCode } from "./error-codes.js";

/** Which retrievers answer: all of them, fused (`hybrid`), or one alone. */
export type Mode = "hybrid" | "lexical" | "dense" | "lexicon";

/**
 * A query: its text, and what is asked for beside it. Until there is an answer, every call has the same one. Numbers beyond
 * their limits are cut to them.
 */
export interface Request {
  /** The text as typed; cut off after 1000 characters. */
  readonly text: string;
  /** Which retrievers answer. */
  readonly mode: Mode;
  /** Number of hits, at most 1000. */
  readonly limit: number;
  /** Number of hits to skip, for paging. */
  readonly offset?: number | undefined;
  /** Bytes of the section's text in each hit, at most; 0 for none. */
  readonly text_length?: number | undefined;
  /** At most this many hits of one page; 0 for no limit. */
  readonly max_per_page?: number | undefined;
  /** Whether hits carry an `explanation`. */
  readonly explain?: boolean | undefined;
  /** Whether the last word is still being typed and also matches as a prefix. */
  readonly prefix?: boolean | undefined;
  /**
   * How many terms a section must have, as a number or a percentage: `2`, `75%`; `all` for all but stop words, and
   * any if no section has all; empty for the site's setting `search.match`, which by default is any.
   */
  readonly minimum_should_match?: string | undefined;
  /**
   * Accepted values by filter name: a page must have one of them for every name. An empty value accepts pages that
   * have no value of this name. Where several sites are searched, `site` accepts their names.
   */
  readonly filters?: { [key in string]: ReadonlyArray<string> } | undefined;
  /**
   * The reader's version of the documentation, several separated by commas: of a section in several versions, hits
   * show the edition of this one. By default the most current version.
   */
  readonly version?: string | undefined;
  /** Whether to count the pages found by filter name and value. */
  readonly facets?: boolean | undefined;
  /** Whether a model reranks the first three pages of hits. */
  readonly rerank?: boolean | undefined;
  /** Whether to count the hits of each page found. */
  readonly doc_aggregates?: boolean | undefined;
  /**
   * Leaves out hits with a lower score, on the scale of the scores of this mode; 0 for none. By default the site's
   * setting `search.min_score`.
   */
  readonly min_score?: number | undefined;
  /**
   * Leaves out what the dense retriever found with a lower cosine similarity; 0 for none. By default the site's
   * setting `search.similarity_threshold`.
   */
  readonly similarity_threshold?: number | undefined;
  /** Asks for whole texts of the hits, in the answer's `context`. */
  readonly context?: ContextRequest | undefined;
}

/**
 * The answer to a query: the requested hits, best first, and what a reader should know of them. What failed on the way is in
 * `degraded` and takes nothing else away; a guess, such as a correction, is named.
 */
export interface FoundAnswer {
  /** The part of the query's text that was read. */
  readonly query: string;
  /** As requested. */
  readonly mode: Mode;
  /** What took no full part; `null` if all did. */
  readonly degraded: ReadonlyArray<Degraded> | null;
  /** Number of ranked sections before paging, of each page as many as are asked for; more may match. */
  readonly total: number;
  /** Words that were replaced because no page contains them. */
  readonly corrections: ReadonlyArray<Correction>;
  /**
   * Words that no page contains, and that were not replaced: codes, and what is far from all words. The hits are those of
   * the rest of the query.
   */
  readonly missing?: ReadonlyArray<string> | undefined;
  /** What the query seems to look for; only with `explain`, and from a module with all retrievers. */
  readonly intent?: QueryIntent | undefined;
  /** Number of pages found by filter name and value; `null` unless requested. */
  readonly facets: Readonly<Record<string, Readonly<Record<string, number>>>> | null;
  /** Number of hits of each page found, best page first, at most 100 pages; `null` unless requested. */
  readonly doc_aggregates: ReadonlyArray<PageHits> | null;
  /** Whether no section has all words, which were asked for: the hits have some of them. */
  readonly fewer?: boolean | undefined;
  /**
   * `weak` if even the best section does not come close to the query, by the setting `nothing.fit`; from a module with
   * all retrievers.
   */
  readonly fit?: Fit | undefined;
  /** How close the best section comes: what `fit` is decided by; only with `explain`. */
  readonly closeness?: Closeness | undefined;
  /**
   * What to try: queries with other words than a mistyped one, and if nothing was found or the fit is weak, the corrected
   * query and the nearest sections, hits or not.
   */
  readonly suggestions: ReadonlyArray<FoundSuggestion>;
  /**
   * For words that few sections have, and for all words if nothing was found or the fit is weak: words that are used
   * alike, to try in their place; from a module with all retrievers, and an index with a lexicon.
   */
  readonly related?: ReadonlyArray<Related> | undefined;
  /** Best first. */
  readonly hits: ReadonlyArray<FoundHit>;
  /** Whole texts of the hits, if requested, from a module with all retrievers. */
  readonly context?: FoundContext | undefined;
}

/** A retriever that took no full part in an answer, and why. */
export interface Degraded {
  /**
   * Name of the retriever, such as `lexical` or `dense`; `links` for the list of links; `texts` if the texts of some
   * hits are missing; `related` if related words are; `sort` and `filters` if the site has no such key or filter;
   * `reranker` if no model reranked the hits.
   */
  readonly retriever: string;
  /** Why, for programs. */
  readonly code: ErrorCode;
  /** Why, for people. */
  readonly message: string;
  /** The index file at fault, if there is one. */
  readonly file?: string | undefined;
  /** Name of the site concerned, where several are searched. */
  readonly site?: string | undefined;
}

/** A word that no page contains, and the word searched for instead. */
export interface Correction {
  /** As typed. */
  readonly from: string;
  /** A word of the site: of its forms the one that is nearest to the typed one, as the hits write it. */
  readonly to: string;
}

/** The kind of a query, the features that show it, and what the lexical retriever looks up. */
export interface QueryIntent {
  /** Weighs the retrievers, by the settings `intent.KIND.RETRIEVER`. */
  readonly kind: IntentKind;
  /** Features such as `question word`, `flag` or `camel case`; what decided comes first. */
  readonly why: ReadonlyArray<string>;
  /**
   * The words that the lexical retriever weighs fully, as typed: neither stop words nor phrases such as "is there a
   * way to".
   */
  readonly lexical: string;
  /** What a comparison compares; empty for other queries. */
  readonly sides: ReadonlyArray<string>;
}

/** What a query seems to look for. */
export type IntentKind = "navigational" | "identifier" | "keywords" | "question" | "comparison" | "relationship" | "overview";

/** Number of the hits of one page. */
export interface PageHits {
  /** Address of the page, as in hits. */
  readonly page: string;
  /** Its title. */
  readonly title: string;
  /** Number of its sections found. */
  readonly hits: number;
  /** Name of its site, where several are searched. */
  readonly site?: string | undefined;
}

/** How well an answer fits its query. Hits stay, whatever the fit. */
export type Fit = "weak";

/** How close the best section comes to a query. */
export interface Closeness {
  /**
   * The largest share of the query's words that one section has, weighted by inverse document frequency; `null` if
   * no words were looked up.
   */
  readonly words: number | null;
  /** The best cosine similarity; `null` without the dense retriever. */
  readonly similarity: number | null;
}

/** What to try in place of a query that found nothing, or that nothing fits closely. */
export interface FoundSuggestion {
  /** A query, or the page title and heading of a section. */
  readonly text: string;
  /** Name of the section's site, where several are searched. */
  readonly site?: string | undefined;
  /** Address of the section, as in hits; none for a query. */
  readonly url?: string | undefined;
}

/** A word of the query, and what to try in its place. */
export interface Related {
  /** As typed. */
  readonly word: string;
  /** Words that the site uses alike, nearest first. */
  readonly related: ReadonlyArray<RelatedWord>;
}

/** A word to try. */
export interface RelatedWord {
  /** The form that the site uses most. */
  readonly word: string;
  /** The query with it. */
  readonly query: string;
}

/** A section found. It is a copy of what the index says of the section; texts are plain, never HTML. */
export interface FoundHit {
  /** Relative to the site's root, with `#anchor` where the section has one. */
  readonly url: string;
  /** `url` without the anchor: equal for all hits of one page. */
  readonly page: string;
  /** Id of the record, in an index of records. */
  readonly id?: string | undefined;
  /** Name of the site, where several are searched. */
  readonly site?: string | undefined;
  /** Title of the page. */
  readonly title: string;
  /** Heading of the section; empty for text before the first heading. */
  readonly heading: string;
  /** Kind of the symbol that the section documents, such as `function`; `deprecated function` where it says that it is. */
  readonly kind?: string | undefined;
  /** Headings above the section, outermost first; without those that most pages have, or that repeat title or heading. */
  readonly path: ReadonlyArray<string>;
  /** The passage of the section that matches most of the query. */
  readonly excerpt: string;
  /** Matches in `excerpt`: start (inclusive) and end (exclusive) in UTF-16 code units. */
  readonly highlights: readonly (readonly [start: number, end: number])[];
  /**
   * The section's text, if requested: its beginning, or what is around a passage that is further behind, which an ellipsis
   * says. Line breaks separate its blocks.
   */
  readonly text?: string | undefined;
  /** Where `text` has the passage of the excerpt: start (inclusive) and end (exclusive) in UTF-16 code units. */
  readonly passage?: readonly [start: number, end: number] | undefined;
  /** Version of the page, several separated by commas, on a site with versions. */
  readonly version?: string | undefined;
  /** Places of near-duplicates of this hit, which were removed, and of the same section in other versions. */
  readonly also: ReadonlyArray<FoundPlace>;
  /** Page metadata by key. */
  readonly meta: Readonly<Record<string, string>>;
  /** Names of the lists that have the section, such as `dense`; missing in answers of the lexical module. */
  readonly lists?: ReadonlyArray<string> | undefined;
  /** Fused score, or that of the only retriever, and what rerankers added. Comparable within one answer only. */
  readonly score: number;
  /** Only with `explain`. */
  readonly explanation?: Explanation | undefined;
}

/** Another place of a hit. */
export interface FoundPlace {
  /** As in the hit. */
  readonly url: string;
  /** Title of its page. */
  readonly title: string;
  /** Version of its page, as in the hit. */
  readonly version?: string | undefined;
}

/**
 * Why a hit ranks where it does. Its score is the sum of the contributions' `share` and `mixed`, of `raised`, of
 * `proximity` and of `reranked`.
 */
export interface Explanation {
  /** One for each list that has the section. */
  readonly contributions: ReadonlyArray<Contribution>;
  /** Whether the query names this section, which puts it first. */
  readonly navigational: boolean;
  /** What the section gained from the place of an edition of another version, which ranks higher but is not shown. */
  readonly raised: number;
  /** What bigram proximity added to the score: terms of the query side by side in the section. */
  readonly proximity: number;
  /** What the score of a reranking model, normalised and weighted, added to the score; 0 without one. */
  readonly reranked: number;
  /** What each term of the query added to the lexical score. */
  readonly terms: ReadonlyArray<TermScore>;
}

/** What one list contributed to a fused score. */
export interface Contribution {
  /** Name of the retriever, such as `lexical` or `dense`, or `links`. */
  readonly retriever: string;
  /** Rank of the section in the list, from 1. */
  readonly rank: number;
  /**
   * The list's own score: BM25F for `lexical`, cosine similarity for `dense`, what reaches the section's page from
   * other pages for `links`.
   */
  readonly rawScore: number;
  /** Weight of the list. */
  readonly weight: number;
  /**
   * weight / (k + rank): the list's summand of the fused score. The raw score where only one retriever found
   * anything.
   */
  readonly share: number;
  /** What the retriever's score, normalised and weighted, adds to the score of one of the first hits. */
  readonly mixed: number;
}

/** What one term added to a section's lexical score. */
export interface TermScore {
  /** The term as in the dictionary. */
  readonly term: string;
  /** Number of sections that contain it. */
  readonly documentFrequency: number;
  /** Fields of this section that contain it. */
  readonly fields: ReadonlyArray<string>;
  /** Its part of the score, before coverage and bigram proximity. */
  readonly score: number;
}

/** A block to fetch. Two blocks with the same content share a range. */
export interface BlockRequest {
  /** Names the block when its bytes are supplied. */
  readonly id: number;
  /** Name of the stored file in the index folder. */
  readonly file: string;
  /** Offset of the first byte in the stored file. */
  readonly start: number;
  /** Offset after the last byte. */
  readonly end: number;
  /** Size of the stored file in bytes. */
  readonly size: number;
  /** Upper bound of the block's size once decompressed. */
  readonly bytes: number;
}

/** What a model is asked: a score for each passage, larger for better answers to the query. */
export interface RerankTask {
  /** The query as read, with its words corrected. */
  readonly query: string;
  /** At most 100, in the order that they have without the model. */
  readonly passages: ReadonlyArray<Passage>;
}

/** The passage of a section that matches most of the query. */
export interface Passage {
  /** Number of the section in its index. */
  readonly id: number;
  /** Address of the section, as in its hit. */
  readonly url: string;
  /** Title of the page, at most 200 bytes. */
  readonly title: string;
  /** Heading of the section, at most 200 bytes; empty for text before the first heading. */
  readonly heading: string;
  /** Part of the section's text, at most 800 bytes. */
  readonly text: string;
}

/** Asks an answer to gather whole texts. */
export interface ContextRequest {
  /** Most tokens of all texts together, with their headings and addresses. */
  readonly max_tokens: number;
  /** What the Markdown puts before addresses that are relative to the site's root, such as `https://docs.example/`. */
  readonly site?: string | undefined;
}

/** Whole texts of the best sections, without repetitions. */
export interface FoundContext {
  /** Best first. */
  readonly sections: ReadonlyArray<FoundContextSection>;
  /**
   * All of them, each with its headings and its address, as one text in Markdown. Where the fit is weak, it begins with
   * a sentence that says so, if there is room.
   */
  readonly markdown: string;
  /** Tokens of `markdown`; those of the sentence about the fit are estimated. */
  readonly tokens: number;
  /** How tokens were counted. */
  readonly counted: TokenCounting;
  /** Sections that did not fit, best first. */
  readonly left_out: ReadonlyArray<FoundLongSection>;
}

/** A section with its text. */
export interface FoundContextSection {
  /** Address to cite, as in hits. */
  readonly url: string;
  /** Id of the record, in an index of records. */
  readonly id?: string | undefined;
  /** Title of the page. */
  readonly title: string;
  /** The title, the headings above the section, and its own, outermost first. */
  readonly breadcrumb: ReadonlyArray<string>;
  /** Version of the page, as in hits. */
  readonly version?: string | undefined;
  /** The text without the heading; line breaks separate paragraphs, and lines of code. */
  readonly text: string;
  /** Tokens of the section in the Markdown. */
  readonly tokens: number;
  /** Whether `text` is only the beginning: the best section alone has more tokens than allowed. */
  readonly cut: boolean;
}

/** A section that was found, and has more tokens than were left. */
export interface FoundLongSection {
  /** Address, as in hits. */
  readonly url: string;
  /** The title, the headings above the section, and its own, outermost first. */
  readonly breadcrumb: ReadonlyArray<string>;
  /** Its tokens; extrapolated from its beginning if it is far too long. */
  readonly tokens: number;
}

/** How tokens were counted. */
export type TokenCounting = "encoder" | "estimate";

/** What a rule shows above the hits. */
export interface Pinned {
  /** Where it leads. */
  readonly url?: string | undefined;
  /** Title of the page. */
  readonly title?: string | undefined;
  /** What the author says. */
  readonly note?: string | undefined;
  /** Why it is shown. */
  readonly explanation: WhyPinned;
}

/** Which rule applies, and why. */
export interface WhyPinned {
  /** Place of the rule in the settings, from 0. */
  readonly rule: number;
  /** How its queries are compared. */
  readonly match: RuleMatch;
  /** The query of the rule. */
  readonly query: string;
  /** Similarity to it, by meaning. */
  readonly similarity?: number | undefined;
}

/** How a rule's queries are compared with what was asked, in small letters and with single spaces. */
export type RuleMatch = "exact" | "prefix" | "meaning";
