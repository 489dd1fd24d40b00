// The vectors that a build kept, by text: which texts it embedded, and what came out.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bytes of a record beside its vector: the beginning of the text's SHA-256, a checksum. */
const [KEY, CHECK] = [16, 8];

/** The vectors of the one file in a build's `--cache` folder, by the key of their text. */
export function keptVectors(folder, dimensions) {
  const files = readdirSync(folder).filter((name) => /^vectors-.*\.bin$/.test(name));
  if (files.length !== 1)
    throw new Error(`${folder}: vectors of one encoder expected, ${files.length} found`);
  const bytes = readFileSync(join(folder, files[0]));
  const record = KEY + CHECK + 4 * dimensions;
  if (bytes.length % record !== 0) throw new Error(`${files[0]}: records of ${record} bytes expected`);
  const vectors = new Map();
  for (let at = 0; at < bytes.length; at += record) {
    const key = bytes.toString("hex", at, at + KEY);
    const start = at + KEY + CHECK;
    vectors.set(
      key,
      Float32Array.from({ length: dimensions }, (_, i) => bytes.readFloatLE(start + 4 * i)),
    );
  }
  return vectors;
}

export const keyOf = (text) =>
  createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 2 * KEY);

/** The vectors of `texts`; throws unless the build embedded these and no others. */
export function vectorsOfTexts(kept, texts) {
  const wanted = new Set(texts.map(keyOf));
  const missing = texts.filter((text) => !kept.has(keyOf(text)));
  if (missing.length > 0 || kept.size !== wanted.size) {
    const found = `${missing.length} of them missing, ${kept.size} embedded`;
    throw new Error(`${wanted.size} different texts expected to be embedded: ${found}`);
  }
  return texts.map((text) => kept.get(keyOf(text)));
}
