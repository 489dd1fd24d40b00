/** What the worker's session knows: the open index, and the queries that it answers. */

import type { Request, RerankerPolicy, ToWorker } from "../shared/protocol.js";
import type { EncoderLifecycle } from "./encoder-lifecycle.js";
import type { IndexDriver } from "./index-driver.js";
import type { Kept } from "./kept-answers.js";
import type { RerankerHandle } from "./wasm-modules.js";

export interface Query {
  readonly id: number;
  readonly request: Request;
  /** Whether the page takes later answers. */
  readonly late: boolean;
  /** Lets downloads in the background go on for it, after a pause or the given milliseconds. */
  release: (pause?: number) => void;
}

export interface Found extends Kept {
  /** Whether the lexicon took part. */
  readonly refined: boolean;
  /** Milliseconds of computation. */
  readonly took: number;
}

/**
 * How an answer gets what it lacks. `now`: a query waits for it. `spare`: likewise, if it costs the answer by words next to
 * nothing. `late`: in the background.
 */
export type Manner = "now" | "spare" | "late";

export type Open = Extract<ToWorker, { type: "open" }>;

/** A manifest's file name and text. */
export type ManifestText = Open["manifest"];

export interface Opened {
  readonly base: string;
  /** Resolves when the ranges that every query needs are supplied or failed. */
  readonly prepared: Promise<void>;
  readonly encoder: EncoderLifecycle;
  /** Whether the lexicon refines answers until the encoder is ready. */
  readonly lexicon: boolean;
  /** The worker's own reranker; without it, the page has one. */
  readonly rerankerPolicy: RerankerPolicy | undefined;
  /** Made for the first query that it reranks. */
  reranker?: RerankerHandle;
  manifest: ManifestText;
  index: IndexDriver;
}
