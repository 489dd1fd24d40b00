// From runs of the encoders to figures.
import { median } from "../statistics.mjs";

/** The length by which forms are compared. */
const DECIDING = "12";

/** The forms of the model that ONNX Runtime Web ran, by name, the fastest first. */
export function formsOf(latency) {
  const forms = Object.entries(latency?.encoders ?? {}).filter(([name]) => name.startsWith("onnxruntime"));
  return forms.sort(([, a], [, b]) => a[DECIDING].p50 - b[DECIDING].p50).map(([name]) => name);
}

/** The form that it is fastest with; `undefined` where nothing was timed. */
export const bestForm = (latency) => formsOf(latency)[0];

/**
 * Bytes that a worker holds: its WebAssembly and its JavaScript objects. Buffers beside them are not counted: they are
 * the module that ONNX Runtime was given, which it would not hold had it fetched the module itself.
 */
export const held = ({ wasm, heap }) => wasm + heap;

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

/** Docfuse's figures divided by those of a form in ONNX Runtime Web. */
export function ratiosTo(form, { latency, cold }) {
  const p50 = (name) => latency?.encoders[name]?.[DECIDING].p50;
  const start = (name) => (cold?.runs[name]?.length > 0 ? startOf(cold.runs[name]) : {});
  const [own, other] = [start("docfuse relaxed"), start(form)];
  return {
    relaxed: p50("docfuse relaxed") / p50(form),
    simd128: p50("docfuse simd128") / p50(form),
    start: own.ms / other.ms,
    memory: own.held / other.held,
  };
}

/** The figures that have bars; those that were not measured are `undefined`. */
export function figuresOf(results) {
  const { latency, cosines, index, quality, sizes } = results;
  const builds = ["docfuse relaxed", "docfuse simd128"].map((name) => cosines?.encoders[name]);
  const code = Object.entries(sizes?.code ?? {}).filter(([name]) => name.startsWith("docfuse"));
  const differences = Object.values(quality?.sets ?? {}).flatMap(({ shipped, f32 }) =>
    Object.keys(f32).map((mode) => Math.abs(shipped[mode] - f32[mode])),
  );
  const times = index?.embedding.times;
  return {
    ...ratiosTo(bestForm(latency), results),
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
