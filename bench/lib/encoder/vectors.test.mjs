import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { cosine, readRows, spread } from "./vectors.mjs";

test("rows are read as they were written", () => {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-bench-vectors-"));
  try {
    const file = join(folder, "rows.f32");
    writeFileSync(file, Buffer.from(Float32Array.of(1, -2.5, 3, 0.1, 0, 7).buffer));
    assert.deepEqual(readRows(file, 2), [Float32Array.of(1, -2.5, 3), Float32Array.of(0.1, 0, 7)]);
    assert.throws(() => readRows(file, 4), /expected 4 vectors, found 24 bytes/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the cosine is independent of lengths", () => {
  assert.equal(cosine([3, 4], [6, 8]), 1);
  assert.equal(cosine([1, 0], [0, 2]), 0);
  assert.throws(() => cosine([1], [1, 2]), /expected 2 dimensions, found 1/);
});

test("a NaN cosine makes the mean an error", () => {
  assert.deepEqual(spread([0.5, 1]), { mean: 0.75, minimum: 0.5, count: 2 });
  assert.throws(() => spread([1, Number.NaN]), /NaN/);
  assert.throws(() => spread([]), /expected/);
});
