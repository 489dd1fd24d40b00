/** The WebAssembly modules as the worker sees them: types only, so that tests can put others in their place. */

import type { FoundAnswer, Mode, Piece, Request } from "./protocol.js";

/** The next step of a query: pieces it needs first, or its answer. */
export type Step = { readonly need: readonly Piece[] } | { readonly answer: FoundAnswer };

/** One opened index in the search module. Every method may throw `{code, message, file?}`. */
export interface SearchIndexHandle {
  /** Hands over the opened content of one piece; throws when it is damaged, and the piece counts as failed. */
  supply(file: string, start: number, bytes: Uint8Array): void;
  fail(file: string, start: number, message: string): void;
  /** Failed pieces will be asked for again. */
  forgetFailures(): void;
  /** Why dense search cannot run now; two empty strings when it can. */
  encoderUnavailable(code: string, message: string): void;
  query(request: Request, vector?: Float32Array): Step;
  /** Pieces that every query of the mode needs and that are not there yet. */
  preload(mode: Mode): readonly Piece[];
  free(): void;
}

/** A loaded sentence encoder. `embed` blocks for one forward pass (tens of milliseconds). */
export interface EncoderHandle {
  embed(text: string): Float32Array;
  free(): void;
}

/** `new SearchIndex(directory)` of the search module. */
export type SearchIndexClass = new (directory: Uint8Array) => SearchIndexHandle;

/** `new Encoder(model, tokenizer, info)` of the embed module. */
export type EncoderClass = new (model: Uint8Array, tokenizer: Uint8Array, info: object) => EncoderHandle;

/** How to get the modules; each is loaded at most once and again only after a failure. */
export interface Modules {
  /** The search module: the small one, which searches by words alone, until the full one has been loaded. */
  search(): Promise<SearchIndexClass>;
  /** The search module that knows vectors too. */
  fullSearch(): Promise<SearchIndexClass>;
  embed(): Promise<EncoderClass>;
}
