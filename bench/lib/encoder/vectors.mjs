// Reads vectors that Python wrote, and compares vectors.
import { readFileSync } from "node:fs";

/** The rows of a file of little-endian f32. */
export function readRows(file, count) {
  const bytes = readFileSync(file);
  const width = bytes.length / 4 / count;
  if (!Number.isInteger(width) || width === 0) {
    throw new Error(`${file}: expected ${count} vectors, found ${bytes.length} bytes`);
  }
  const row = (at) => Float32Array.from({ length: width }, (_, i) => bytes.readFloatLE(4 * (at * width + i)));
  return Array.from({ length: count }, (_, at) => row(at));
}

export function cosine(a, b) {
  if (a.length !== b.length) throw new Error(`expected ${b.length} dimensions, found ${a.length}`);
  let [product, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1) {
    product += a[i] * b[i];
    ofA += a[i] * a[i];
    ofB += b[i] * b[i];
  }
  return product / Math.sqrt(ofA * ofB);
}

/** Mean, minimum and number of cosines. */
export function spread(cosines) {
  if (cosines.length === 0 || cosines.some((value) => !Number.isFinite(value))) {
    throw new Error(`expected cosines, found ${cosines.find((value) => !Number.isFinite(value))}`);
  }
  const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
  return { mean, minimum: Math.min(...cosines), count: cosines.length };
}
