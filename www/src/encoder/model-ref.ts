/** Reads the manifest's description of the encoder: untrusted JSON in, checked values out. */

import { damaged, FILE_NAME } from "../fetch/http.js";
import { isSize, object, type Json } from "../fetch/manifest.js";
import { MANIFEST, MAX_MODEL_BYTES } from "../generated/limits.js";
import type { FileRef } from "../shared/protocol.js";

/**
 * Key of the URL of the folder with an encoder's files, if that is not the folder of the first index. No JSON has it, so no
 * manifest can name another folder than its own.
 */
export const FOLDER = Symbol("folder");

/** Limit of a row's record: what one stored block of Deflate holds. */
const MAX_ROW_BYTES = 65_535;

export interface ModelRef {
  /** URL of the folder with the files; empty for that of the first index. */
  readonly folder: string;
  /** The model's parts in order, then the first rows of its word table if there are `rows`, then the tokenizer. */
  readonly files: readonly FileRef[];
  /** All rows of the word table; `undefined` if the model's parts hold them. */
  readonly rows: RowsRef | undefined;
  /** Passed to the embed module, which checks it. */
  readonly info: object;
}

/** The rows of a word table, as blocks of equal length in several files. */
export interface RowsRef {
  readonly files: readonly FileRef[];
  /** Bytes of a row's record, decompressed. */
  readonly bytes: number;
  /** As that of the model. */
  readonly folder: string;
}

/** Throws `damaged` for anything but an encoder within the size limit. */
export function readModel(model: Json & { readonly [FOLDER]?: string }): ModelRef {
  const { [FOLDER]: folder = "" } = model;
  const parts: unknown = model["parts"];
  if (!Array.isArray(parts)) throw notDescribed();
  const described = model["rows"] ? object(model["rows"]) : undefined;
  const first = described ? [described["first"]] : [];
  const files = [...parts, ...first, model["tokenizer"]].map(toFile);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const rows = described && { ...toRows(described), folder };
  if (bytes <= MAX_MODEL_BYTES) return { folder, files, rows, info: object(model["info"]) };
  throw damaged(MANIFEST, `describes an encoder of ${bytes} bytes, expected at most ${MAX_MODEL_BYTES}`);
}

function toFile(value: unknown): FileRef {
  const { name, bytes, stored, sha256 } = object(value);
  if (
    typeof name === "string" &&
    FILE_NAME.test(name) &&
    isSize(bytes, MAX_MODEL_BYTES) &&
    isSize(stored, MAX_MODEL_BYTES) &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256)
  ) {
    return { name, bytes, stored, sha256 };
  }
  throw notDescribed();
}

function toRows({ files, bytes }: Json): Omit<RowsRef, "folder"> {
  if (!Array.isArray(files) || !isSize(bytes, MAX_ROW_BYTES) || bytes === 0) throw notDescribed();
  return { files: files.map(toFile), bytes };
}

const notDescribed = () => damaged(MANIFEST, "does not describe the encoder's files; build the index anew");
