// From runs of the encoders to figures.
import { median } from "../statistics.mjs";

/** The length by which forms are compared. */
const DECIDING = "12";

/** The form of the model that ONNX Runtime Web is fastest with, by name; `undefined` where nothing was timed. */
export function bestForm(latency) {
  const forms = Object.entries(latency?.encoders ?? {}).filter(([name]) => name.startsWith("onnxruntime"));
  const sorted = forms.sort(([, a], [, b]) => a[DECIDING].p50 - b[DECIDING].p50);
  return sorted[0]?.[0];
}

/** Bytes that a worker holds: its WebAssembly, its JavaScript objects, and its buffers. */
export const held = ({ wasm, heap, buffers }) => wasm + heap + buffers;

/** Medians of an encoder's starts. */
export function startOf(runs) {
  const middle = (of) => median(runs.map(of));
  return {
    ms: middle(({ ms }) => ms),
    loaded: middle(({ loaded }) => loaded),
    held: middle(held),
    wasm: middle(({ wasm }) => wasm),
    heap: middle(({ heap }) => heap),
    buffers: middle(({ buffers }) => buffers),
    process: middle(({ process }) => process),
  };
}

/** The figures that have bars; those that were not measured are `undefined`. */
export function figuresOf({ latency, cold, cosines, index, quality, sizes }) {
  const best = bestForm(latency);
  const p50 = (name) => latency?.encoders[name]?.[DECIDING].p50;
  const start = (name) => (cold?.runs[name]?.length > 0 ? startOf(cold.runs[name]) : {});
  const [own, other] = [start("docfuse relaxed"), start(best)];
  const builds = ["docfuse relaxed", "docfuse simd128"].map((name) => cosines?.encoders[name]);
  const code = Object.entries(sizes?.code ?? {}).filter(([name]) => name.startsWith("docfuse"));
  const differences = Object.values(quality?.sets ?? {}).flatMap(({ shipped, f32 }) =>
    Object.keys(f32).map((mode) => Math.abs(shipped[mode] - f32[mode])),
  );
  const times = index?.embedding.times;
  return {
    relaxed: p50("docfuse relaxed") / p50(best),
    simd128: p50("docfuse simd128") / p50(best),
    start: own.ms / other.ms,
    memory: own.held / other.held,
    code: most(code.map(([, files]) => total(files) + sizes.stored.tokenizer)),
    model: sizes?.stored.model,
    quality: most(differences),
    mean: Math.min(...builds.map((found) => found?.mean ?? Number.NaN)),
    minimum: Math.min(...builds.map((found) => found?.minimum ?? Number.NaN)),
    embedding: median(times?.docfuse ?? []) / median(times?.onnxruntime ?? []),
    rebuild: median(index?.rebuild.again ?? []),
  };
}

export const total = (files) => Object.values(files).reduce((sum, bytes) => sum + bytes, 0);

const most = (values) => (values.length > 0 ? Math.max(...values) : undefined);
