// Reads the vectors from a build's cache folder: which texts the build embedded, and their vectors.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bytes of a record before its vector: the start of the text's SHA-256, and a checksum. */
const [KEY, CHECK] = [16, 8];

/** The vectors of the one file in a build's `--cache` folder, by the key of their text. */
export function keptVectors(folder, dimensions) {
  const files = readdirSync(folder).filter((name) => /^vectors-.*\.bin$/.test(name));
  if (files.length !== 1)
    throw new Error(`${folder}: expected vectors of one encoder, found ${files.length} files`);
  const bytes = readFileSync(join(folder, files[0]));
  const record = KEY + CHECK + 4 * dimensions;
  if (bytes.length % record !== 0)
    throw new Error(`${files[0]}: expected records of ${record} bytes, found ${bytes.length} bytes in all`);
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

/** The vectors of `texts`. Throws unless the build embedded exactly these texts. */
export function vectorsOfTexts(kept, texts) {
  const wanted = new Set(texts.map(keyOf));
  const missing = texts.filter((text) => !kept.has(keyOf(text)));
  if (missing.length > 0 || kept.size !== wanted.size) {
    const found = `${missing.length} of them missing, ${kept.size} embedded`;
    throw new Error(`expected ${wanted.size} different texts: ${found}`);
  }
  return texts.map((text) => kept.get(keyOf(text)));
}
