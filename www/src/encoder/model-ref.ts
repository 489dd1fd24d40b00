/** Reads the manifest's description of the encoder: untrusted JSON in, checked values out. */

import { damaged } from "../fetch/http.js";
import { isSize, object, type Json } from "../fetch/manifest.js";
import { MANIFEST, MAX_MODEL_BYTES } from "../generated/limits.js";
import type { FileRef } from "../shared/protocol.js";

export interface ModelRef {
  /** The model's parts in order, then the tokenizer. */
  readonly files: readonly FileRef[];
  /** Passed to the embed module, which checks it. */
  readonly info: object;
}

/** Throws `damaged` for anything but an encoder within the size limit. */
export function readModel(model: Json): ModelRef {
  const parts: unknown = model["parts"];
  if (!Array.isArray(parts)) throw notDescribed();
  const files = [...parts, model["tokenizer"]].map(toFile);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= MAX_MODEL_BYTES) return { files, info: object(model["info"]) };
  throw damaged(MANIFEST, `describes an encoder of ${bytes} bytes, expected at most ${MAX_MODEL_BYTES}`);
}

function toFile(value: unknown): FileRef {
  const { name, bytes, stored, sha256 } = object(value);
  if (
    typeof name === "string" &&
    isSize(bytes, MAX_MODEL_BYTES) &&
    isSize(stored, MAX_MODEL_BYTES) &&
    typeof sha256 === "string" &&
    /^[0-9a-f]{64}$/.test(sha256)
  ) {
    return { name, bytes, stored, sha256 };
  }
  throw notDescribed();
}

const notDescribed = () => damaged(MANIFEST, "does not describe the encoder's files; build the index anew");
