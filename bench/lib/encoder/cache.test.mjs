import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { keptVectors, keyOf, vectorsOfTexts } from "./cache.mjs";

const record = (text, vector) =>
  Buffer.concat([
    Buffer.from(keyOf(text), "hex"),
    Buffer.alloc(8),
    Buffer.from(Float32Array.from(vector).buffer),
  ]);

function kept(...records) {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-bench-cache-"));
  try {
    writeFileSync(join(folder, "vectors-abc.bin"), Buffer.concat(records));
    return keptVectors(folder, 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("vectors are found by their text", () => {
  const vectors = kept(record("one", [1, 0]), record("two", [0, 1]));
  assert.deepEqual(vectorsOfTexts(vectors, ["two", "one"]), [Float32Array.of(0, 1), Float32Array.of(1, 0)]);
});

test("a missing or additional text is an error", () => {
  const vectors = kept(record("one", [1, 0]), record("two", [0, 1]));
  assert.throws(() => vectorsOfTexts(vectors, ["one"]), /1 different texts: 0 of them missing, 2 embedded/);
  assert.throws(() => vectorsOfTexts(vectors, ["one", "three"]), /1 of them missing/);
});

test("a truncated file is reported", () => {
  assert.throws(() => kept(record("one", [1, 0]).subarray(1)), /expected records of 32 bytes/);
});
