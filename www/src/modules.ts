/** The two WebAssembly modules as the worker sees them: types only, so that tests can put others in their place. */

import type { FileRef, FoundAnswer, Mode, Request } from "./protocol.js";

/** The next step of a query: files it needs first, or its answer. */
export type Step = { readonly need: readonly FileRef[] } | { readonly answer: FoundAnswer };

/** One opened index in the search module. Every method may throw `{code, message, file?}`. */
export interface SearchIndexHandle {
  /** Hands over the raw bytes of one file; throws when size or SHA-256 differ, and the file counts as failed. */
  supply(name: string, bytes: Uint8Array): void;
  fail(name: string, message: string): void;
  /** Failed files will be asked for again. */
  forgetFailures(): void;
  /** Why dense search cannot run now; two empty strings when it can. */
  encoderUnavailable(code: string, message: string): void;
  query(request: Request, vector?: Float32Array): Step;
  /** Files that every query of the mode needs and that are not there yet. */
  preload(mode: Mode): readonly FileRef[];
  /** The encoder's files; `undefined` for an index without vectors. */
  model(): ModelRef | undefined;
  free(): void;
}

export interface ModelRef {
  readonly model: FileRef;
  readonly tokenizer: FileRef;
  readonly info: object;
}

/** A loaded sentence encoder. `embed` blocks for one forward pass (tens of milliseconds). */
export interface EncoderHandle {
  embed(text: string): Float32Array;
  free(): void;
}

/** `new SearchIndex(manifest)` of the search module. */
export type SearchIndexClass = new (manifest: unknown) => SearchIndexHandle;

/** `new Encoder(model, tokenizer, info)` of the embed module. */
export type EncoderClass = new (model: Uint8Array, tokenizer: Uint8Array, info: object) => EncoderHandle;

/** How to get the modules; each is loaded at most once and again only after a failure. */
export interface Modules {
  search(): Promise<SearchIndexClass>;
  embed(): Promise<EncoderClass>;
}
