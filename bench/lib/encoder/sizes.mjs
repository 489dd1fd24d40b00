// Download sizes of an encoder's files.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Bytes after brotli at quality 11 with the brotli tool's window, as hosts precompress files. */
function brotli(content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return brotliCompressSync(content, { params }).length;
}

/** Bytes by encoder and file; `code` are the files of each. */
export function codeSizes(code) {
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, brotli(readFileSync(file)));
    return sizes.get(file);
  };
  const entries = Object.entries(code).map(([name, files]) => [
    name,
    Object.fromEntries(files.map((file) => [basename(file), sizeOf(file)])),
  ]);
  return Object.fromEntries(entries);
}

/** Stored bytes of the encoder's files in an index. Hosts send them as stored. */
export function storedSizes(index) {
  const { model } = JSON.parse(readFileSync(join(index, "docfuse.json"), "utf8"));
  if (!model) throw new Error(`${index}: expected an index with an encoder, found none`);
  const stored = model.parts.map((part) => part.stored);
  return { model: stored.reduce((sum, bytes) => sum + bytes, 0), tokenizer: model.tokenizer.stored };
}
