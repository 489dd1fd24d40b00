/** The interfaces of the WebAssembly modules: types only, so that tests can substitute fakes. */

import type { BlockFetcher } from "../fetch/block-fetcher.js";
import type { Fetch } from "../fetch/http.js";
import type { Json } from "../fetch/manifest.js";
import type {
  BlockRequest,
  ErrorCode,
  ErrorData,
  FoundAnswer,
  Mode,
  OpenSeveral,
  Request,
  RerankerPolicy,
  RerankOutcome,
  RerankTask,
} from "../shared/protocol.js";

/** The next step of a query: ranges to fetch, a text to embed, passages to score, texts to count, or the answer. */
export type Step =
  | { readonly need: readonly BlockRequest[] }
  | { readonly embed: string }
  | { readonly rerank: RerankTask }
  | { readonly count: readonly string[] }
  | { readonly answer: FoundAnswer };

/** One opened index in the search module. Every method may throw `{code, message, file?}`. */
export interface SearchIndexHandle {
  /** Supplies the decompressed content of a block. Throws if it is damaged; the block then counts as failed. */
  supply(id: number, bytes: Uint8Array): void;
  fail(id: number, message: string): void;
  /** Failed ranges will be requested again. */
  forgetFailures(): void;
  query(request: Request): Step;
  /** Takes the vector of the next queries, the embedding of `embedded`, if they have one. Only in the full module. */
  supplyVector?(vector: Float32Array | undefined, embedded: string): void;
  /** Takes a score for each passage of the last task. Only in the full module. */
  supplyScores?(scores: Float32Array): void;
  /** The passages of the last task have no scores. Only in the full module. */
  failScores?(code: ErrorCode, message: string): void;
  /** Takes the number of tokens of each text of the last step; nothing without an encoder. Only in the full module. */
  supplyCounts?(counts: Uint32Array | undefined): void;
  /** Whether hybrid queries without a vector search by the lexicon. Only in the full module. */
  useLexicon?(uses: boolean): void;
  /** Whether one of the indexes has a lexicon. Only in the full module. */
  readonly hasLexicon?: boolean;
  /** Ranges that every query of the mode needs and that are not supplied yet. */
  preload(mode: Mode): readonly BlockRequest[];
  /** Ranges of the words that a query has which is still being typed, and that are not supplied yet. */
  preloadTyped(typed: string): readonly BlockRequest[];
  /** Says what the index of the constructor is among several. Only in the full module. */
  setSite?(site: SiteData): void;
  /** Adds an index from its decompressed directory. Throws if it cannot be searched together with the first. */
  addSite?(directory: Uint8Array, site: SiteData): void;
  /** Answers say that an index is left out. */
  leaveOutSite?(name: string, code: ErrorCode, message: string): void;
  /** What the first of several manifests that names an encoder says of it. */
  readonly model?: Json | undefined;
  free(): void;
}

/** An index among several. */
export interface SiteData {
  readonly name: string;
  /** URL of the site's root. */
  readonly root: string;
  readonly version?: string | undefined;
  /** URL of its folder, unless it is the first one. */
  readonly folder?: string;
  /** Why the first one's encoder does not serve it, if so. */
  readonly otherEncoder?: string | undefined;
}

/** `new SearchIndex(directory)` of the search module; of several indexes also with the `model` of the first one. */
export type SearchIndexClass = new (directory: Uint8Array, model?: Json) => SearchIndexHandle;

/** A loaded sentence encoder in the embed module. */
export interface EncoderModule {
  /** The unit vector of a query as typed or corrected. Blocks for one forward pass (milliseconds). */
  embedCorrected(typed: string, corrected: string): Float32Array;
  /** The ids of the rows of the word table that this lacks, rising. */
  missingRows(typed: string, corrected: string): Uint32Array;
  /** Adds the record of a row. Throws `damaged` for another length. */
  supplyRow(id: number, record: Uint8Array): void;
  /** The number of tokens of each text. Some megabytes a second. */
  countTokens(texts: readonly string[]): Uint32Array;
}

/** A loaded sentence encoder. */
export interface EncoderHandle {
  /** As that of the module; `undefined` while it lacks rows, which it then fetches. */
  embedCorrected(typed: string, corrected: string): Float32Array | undefined;
  /** Resolves when the rows that the last query lacked are there or failed; `undefined` if it lacked none. */
  readonly rows?: Promise<void> | undefined;
  /** Why the last query has no vector. */
  readonly problem?: ErrorData | undefined;
  /** The number of tokens of each text. Some megabytes a second. */
  countTokens(texts: readonly string[]): Uint32Array;
}

/** A loaded cross-encoder. */
export interface CrossEncoderHandle {
  /** How well a passage answers a query; larger is better. Blocks for one forward pass (milliseconds). */
  score(query: string, title: string, heading: string, text: string): number;
}

/** A reranker in the worker. */
export interface RerankerHandle {
  /** The scores, or why there are none. Never rejects. */
  scores(task: RerankTask): Promise<RerankOutcome>;
}

/**
 * An encoder under construction: the model's parts, with the tokenizer as the last. Parts may arrive in parallel, the
 * bytes of each in order. Every method may throw `{code, message}`.
 */
export interface EncoderLoaderHandle {
  /** Starts a part, or starts it over. */
  begin(part: number): void;
  append(part: number, chunk: Uint8Array): void;
  /** A view of a complete part, valid until the next call. Throws `damaged` for an incomplete one. */
  content(part: number): Uint8Array<ArrayBuffer>;
  /**
   * Throws `damaged` for a part that is incomplete or whose SHA-256 is not `expected`. `found` is the hash of
   * `content`; without it, the module computes it, slowly.
   */
  end(part: number, expected: string, found?: string): void;
  /** Consumes the loader. Every part must have been ended. */
  finish(): EncoderModule;
  /** Likewise, for a cross-encoder. */
  finishCrossEncoder(): CrossEncoderHandle;
}

/**
 * `new EncoderLoader(info, lengths, hasRows)` of the embed module; throws `encoder-memory` if memory is refused.
 * `hasRows`: the part before the tokenizer has the first rows of the word table.
 */
export type EncoderLoaderClass = new (
  info: object,
  lengths: Uint32Array,
  hasRows: boolean,
) => EncoderLoaderHandle;

/** One encoder to load. */
export interface EncoderJob {
  /** Folder of the index. */
  readonly base: string;
  /** The manifest's description of the encoder, unchecked. */
  readonly model: Json;
  /** Aborts the load. */
  readonly signal: AbortSignal;
  /** Bypass the browser's HTTP cache: an earlier attempt failed. */
  readonly reload: boolean;
  /** Fetches blocks of the index. */
  readonly fetcher: Pick<BlockFetcher, "load">;
  /** Called at each percent with the bytes loaded so far, as stored, and their total. */
  readonly onProgress: (loaded: number, total: number) => void;
}

/** What dense search needs in addition to the worker, from the script `docfuse-dense.js`. */
export interface DenseModules {
  /** The full search module, with the dense retriever; from the first call with `sites` on, with all of them. */
  search(sites?: OpenSeveral): Promise<SearchIndexClass>;
  /** An encoder in its own WebAssembly instance. */
  encoder(job: EncoderJob): Promise<EncoderHandle>;
  /** Whether the encoder of a manifest helps a query, and is kept by the browser or comes soon. */
  helps(found: FoundAnswer, model: Json): Promise<boolean>;
  /** Whether so many bytes would take too long for what nobody asked for. */
  isTooSlow(bytes: number): boolean;
  /** A reranker by the cross-encoder of a folder, in its own WebAssembly instance. */
  reranker(fetch: Fetch, policy: RerankerPolicy): RerankerHandle;
}

/** Loads the modules, each at most once, and again only after a failure. All but the first come in the background. */
export interface WasmModules {
  /** The search module: the small one, with the lexical retriever only, until the full one is loaded. */
  search(): Promise<SearchIndexClass>;
  dense(): Promise<DenseModules>;
}
