// Figures from the runs of the encoders.
import { median } from "../statistics.mjs";

/** The query length, in word pieces, by which variants are compared. */
const DECIDING = "12";

/** Names of the model's variants that ONNX Runtime Web ran, the fastest first. */
export function formsOf(latency) {
  const forms = Object.entries(latency?.encoders ?? {}).filter(([name]) => name.startsWith("onnxruntime"));
  return forms.sort(([, a], [, b]) => a[DECIDING].p50 - b[DECIDING].p50).map(([name]) => name);
}

/** The fastest variant; `undefined` if nothing was timed. */
export const bestForm = (latency) => formsOf(latency)[0];

/**
 * Bytes of a worker's WebAssembly memories and JavaScript objects. Does not count other buffers: they hold the module
 * that was passed to ONNX Runtime, which it would not hold if it had fetched the module itself.
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

/** Docfuse's figures divided by those of a variant in ONNX Runtime Web. */
export function ratiosTo(form, { latency, cold }) {
  const p50 = (name) => latency?.encoders[name]?.[DECIDING].p50;
  const start = (name) => (cold?.runs[name]?.length > 0 ? startOf(cold.runs[name]) : {});
  const [own, other] = [start("docfuse"), start(form)];
  return {
    query: p50("docfuse") / p50(form),
    start: own.ms / other.ms,
    memory: own.held / other.held,
  };
}

/** The figures that have bars; `undefined` if not measured. */
export function figuresOf(results) {
  const { latency, cosines, index, quality, sizes } = results;
  const differences = Object.values(quality?.sets ?? {}).flatMap(({ shipped, f32 }) =>
    Object.keys(f32).map((mode) => Math.abs(shipped[mode] - f32[mode])),
  );
  const times = index?.embedding.times;
  return {
    ...ratiosTo(bestForm(latency), results),
    code: sizes && total(sizes.code.docfuse) + sizes.stored.tokenizer,
    model: sizes?.stored.model,
    quality: most(differences),
    mean: cosines?.encoders.docfuse.mean,
    minimum: cosines?.encoders.docfuse.minimum,
    embedding: median(times?.docfuse ?? []) / median(times?.onnxruntime ?? []),
    rebuild: median(index?.rebuild.again ?? []),
  };
}

export const total = (files) => Object.values(files).reduce((sum, bytes) => sum + bytes, 0);

const most = (values) => (values.length > 0 ? Math.max(...values) : undefined);
