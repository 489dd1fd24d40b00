/**
 * An encoder that holds only some rows of its word table: those that the site uses most. Others are fetched by range
 * when a query needs them, and stay.
 */

import { byFile } from "../fetch/coalesce.js";
import { damaged } from "../fetch/http.js";
import { errorData } from "../shared/error.js";
import type { BlockRequest, ErrorData } from "../shared/protocol.js";
import type { EncoderHandle, EncoderJob, EncoderModule } from "../worker/wasm-modules.js";
import type { RowsRef } from "./model-ref.js";

/** Bytes of the header of a file of rows. */
const HEADER_BYTES = 16;

/** Bytes of a block beside its record: the frame of a gzip member and of a stored Deflate block. */
const FRAME_BYTES = 23;

export class RowEncoder implements EncoderHandle {
  readonly #module: EncoderModule;
  readonly #table: RowsRef;
  readonly #fetcher: EncoderJob["fetcher"];
  /** Why rows could not be loaded, until an answer has said so. */
  #failure: ErrorData | undefined;
  rows: Promise<void> | undefined;
  problem: ErrorData | undefined;

  constructor(module: EncoderModule, table: RowsRef, fetcher: EncoderJob["fetcher"]) {
    this.#module = module;
    this.#table = table;
    this.#fetcher = fetcher;
  }

  embedCorrected(typed: string, corrected: string): Float32Array | undefined {
    const missing = this.#module.missingRows(typed, corrected);
    this.rows = undefined;
    this.problem = undefined;
    if (missing.length === 0) return this.#module.embedCorrected(typed, corrected);
    this.problem = this.#failure ?? { code: "encoder-loading", message: "meaning search is loading" };
    // After a failure the next query tries again, not the answer that reports it.
    if (!this.#failure) this.rows = this.#load([...missing]);
    this.#failure = undefined;
    return undefined;
  }

  /** Never rejects. */
  async #load(ids: readonly number[]): Promise<void> {
    try {
      const blocks = ids.map((id) => blockOf(this.#table, id));
      const loaded = byFile(blocks).map(async (ranges) => {
        for (const [range, content] of await this.#fetcher.load(ranges, false)) {
          if (content instanceof Error) throw content;
          this.#module.supplyRow(range.id, content);
        }
      });
      await Promise.all(loaded);
    } catch (error) {
      this.#failure = errorData(error);
    }
  }

  countTokens(texts: readonly string[]): Uint32Array {
    return this.#module.countTokens(texts);
  }
}

/** Where the row of an id is. Throws `damaged` if the files are too short. */
export function blockOf({ files, bytes, folder }: RowsRef, id: number): BlockRequest {
  const length = bytes + FRAME_BYTES;
  let before = 0;
  for (const { name, stored } of files) {
    const rows = Math.floor((stored - HEADER_BYTES) / length);
    if (id < before + rows) {
      const start = HEADER_BYTES + (id - before) * length;
      return { id, file: folder + name, size: stored, start, end: start + length, bytes };
    }
    before += rows;
  }
  throw damaged(files.at(-1)?.name ?? "", `lacks the row ${id} of the encoder; build the index anew`);
}
