import assert from "node:assert/strict";
import { test } from "node:test";
import { ENCODER_BARS, boundOf, judge } from "./encoder-bars.mjs";
import { encoderReport } from "./encoder-report.mjs";
import { bestForm, figuresOf } from "./encoder-figures.mjs";

const lengths = (p50) =>
  Object.fromEntries(
    [6, 12, 24].map((length) => [
      length,
      { count: 1, p50, p95: p50, cosines: { mean: 0.99, minimum: 0.98 } },
    ]),
  );
const start = (ms, bytes) => ({ ms, loaded: ms, wasm: bytes, heap: bytes, buffers: 0, process: bytes });
const about = {
  date: "2026-11-21T00:00:00.000Z",
  processor: "P",
  cores: 2,
  memory: 2 ** 30,
  load: 0,
  node: "v20",
  versions: { docfuse: "1" },
};
const RESULTS = {
  latency: {
    ...about,
    rounds: 1,
    encoders: {
      docfuse: lengths(4),
      "onnxruntime int8": lengths(12),
      "onnxruntime fused": lengths(10),
    },
  },
  cold: {
    ...about,
    runs: {
      docfuse: [start(50, 10), start(90, 30), start(70, 20)],
      "onnxruntime int8": [start(10, 10)],
      "onnxruntime fused": [start(100, 40)],
    },
  },
  cosines: {
    ...about,
    encoders: {
      docfuse: { mean: 0.994, minimum: 0.98, count: 2, furthest: "a|b" },
    },
  },
  quality: {
    ...about,
    sets: { scifact: { shipped: { dense: 0.64, hybrid: 0.7 }, f32: { dense: 0.65, hybrid: 0.698 } } },
  },
  sizes: {
    ...about,
    code: {
      docfuse: { a: 1e6, b: 1e5 },
      onnxruntime: { c: 2e6 },
    },
    stored: { model: 16e6, tokenizer: 2e5 },
  },
};

const value = (name) => figuresOf(RESULTS)[name];
const bar = (name) => ENCODER_BARS.find(({ of }) => of === name);

test("Docfuse is compared with ONNX Runtime's fastest model", () => {
  assert.equal(bestForm(RESULTS.latency), "onnxruntime fused");
  assert.equal(value("query"), 0.4);
  assert.equal(value("start"), 0.7);
  assert.equal(value("memory"), 0.5);
});

test("vectors and code have figures", () => {
  assert.equal(value("mean"), 0.994);
  assert.equal(value("minimum"), 0.98);
  assert.equal(value("code"), 1.3e6);
});

test("a difference counts in both directions", () => {
  assert.ok(Math.abs(value("quality") - 0.01) < 1e-9);
});

test("figures may equal their bar", () => {
  const figures = figuresOf(RESULTS);
  assert.deepEqual(judge(bar("query"), figures), { value: 0.4, met: true });
  assert.deepEqual(judge(bar("code"), figures), { value: 1.3, met: true });
  assert.equal(judge(bar("minimum"), figures).met, true);
  assert.equal(boundOf(bar("query")), "at most 0.8 × ONNX Runtime Web");
  assert.equal(boundOf(bar("minimum")), "at least 0.98");
});

test("a missing measurement is neither met nor missed", () => {
  const figures = figuresOf(RESULTS);
  assert.deepEqual(judge(bar("embedding"), figures), { value: undefined, met: undefined });
  for (const known of ENCODER_BARS) assert.equal(judge(known, figuresOf({})).met, undefined, known.of);
});

test("a report lists what was measured and what was not", () => {
  const text = encoderReport(RESULTS);
  assert.match(text, /word pieces: p50 \| at most 0.8 × ONNX Runtime Web \| 0.40 met \|/);
  assert.match(text, /embedding for an index.*\| not measured \|/);
  assert.match(text, /\| onnxruntime int8 \| 0.33 \| 7.00 \| 2.00 \|/);
  assert.match(text, /\| docfuse \| 4.00 \/ 4.00 \|/);
});
