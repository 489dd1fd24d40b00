/** The WebAssembly modules as the worker sees them: types only, so that tests can put others in their place. */

import type { Fetch } from "./fetching.js";
import type { Json } from "./manifest.js";
import type { FoundAnswer, Mode, Piece, Request } from "./protocol.js";

/** The next step of a query: pieces it needs first, a text whose vector it wants instead, or its answer. */
export type Step =
  { readonly need: readonly Piece[] } | { readonly embed: string } | { readonly answer: FoundAnswer };

/** One opened index in the search module. Every method may throw `{code, message, file?}`. */
export interface SearchIndexHandle {
  /** Hands over the opened content of one piece; throws when it is damaged, and the piece counts as failed. */
  supply(id: number, bytes: Uint8Array): void;
  fail(id: number, message: string): void;
  /** Failed pieces will be asked for again. */
  forgetFailures(): void;
  /** Why dense search cannot run now; two empty strings when it can. */
  encoderUnavailable(code: string, message: string): void;
  /** `vector` is that of the text `embedded`. */
  query(request: Request, vector: Float32Array | undefined, embedded: string): Step;
  /** Pieces that every query of the mode needs and that are not there yet. */
  preload(mode: Mode): readonly Piece[];
  free(): void;
}

/** `new SearchIndex(directory)` of the search module. */
export type SearchIndexClass = new (directory: Uint8Array) => SearchIndexHandle;

/** A loaded sentence encoder. */
export interface EncoderHandle {
  /** The vector of what was typed, with or without corrections. Blocks for one forward pass (milliseconds). */
  embedCorrected(typed: string, corrected: string): Float32Array;
}

/**
 * An encoder whose files are arriving: parts of the model, and as the last part the tokenizer. Parts may arrive side by
 * side, the bytes of each in order. Every method may throw `{code, message}`.
 */
export interface EncoderLoaderHandle {
  /** Starts a part, also one that was begun before. */
  begin(part: number): void;
  append(part: number, chunk: Uint8Array): void;
  /** A view of a whole part, gone with the next call. Throws `damaged` for a part that is not whole. */
  content(part: number): Uint8Array<ArrayBuffer>;
  /**
   * Throws `damaged` for a part that is not whole or not that of the SHA-256 `expected`. `found` is that of `content`;
   * without it, the module computes it, slowly.
   */
  end(part: number, expected: string, found?: string): void;
  /** Ends the loader. Every part must have been ended. */
  finish(): EncoderHandle;
}

/** `new EncoderLoader(info, lengths)` of the embed module; throws `encoder-memory` without room for the lengths. */
export type EncoderLoaderClass = new (info: object, lengths: Uint32Array) => EncoderLoaderHandle;

/** One encoder to load. */
export interface EncoderJob {
  readonly fetch: Fetch;
  /** Folder of the index. */
  readonly base: string;
  /** What the manifest says of the encoder, not checked. */
  readonly model: Json;
  /** Gives the load up. */
  readonly signal: AbortSignal;
  /** Go past the browser's HTTP cache: an earlier try failed. */
  readonly reload: boolean;
  /** Bytes of the encoder's files so far, at each per cent. */
  readonly onProgress: (loaded: number, total: number) => void;
}

/** What search by meaning needs beside the worker; comes with the script `docfuse-dense.js`. */
export interface DenseSide {
  /** The search module that knows vectors too. */
  search(): Promise<SearchIndexClass>;
  /** An encoder in an instance of its own. */
  encoder(job: EncoderJob): Promise<EncoderHandle>;
}

/** How to get the modules; each is loaded at most once and again only after a failure. */
export interface Modules {
  /** The search module: the small one, which searches by words alone, until the full one has been loaded. */
  search(): Promise<SearchIndexClass>;
  dense(): Promise<DenseSide>;
}
