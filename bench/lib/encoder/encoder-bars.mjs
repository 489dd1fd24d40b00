// The targets (bars) of the encoder.

const RATIO = { scale: 1, digits: 2, unit: "× ONNX Runtime Web" };
const MB = { scale: 1e6, digits: 2, unit: "MB" };
const COSINE = { scale: 1, digits: 4, unit: "" };

/** Bounds on the figures of `figuresOf`. */
export const ENCODER_BARS = [
  { figure: "query embedding, 12 word pieces: p50", of: "query", most: 0.8, ...RATIO },
  { figure: "from bytes in memory to the first embedding", of: "start", most: 1, ...RATIO },
  { figure: "memory of the worker with the encoder ready", of: "memory", most: 0.6, ...RATIO },
  { figure: "module, JavaScript and tokenizer, brotli", of: "code", most: 1.3, ...MB },
  { figure: "model on the wire", of: "model", most: 17, ...MB },
  {
    figure: "nDCG@10, dense and hybrid: largest difference to the f32 model",
    of: "quality",
    most: 0.005,
    scale: 1,
    digits: 4,
    unit: "",
  },
  { figure: "cosine to the f32 model: mean", of: "mean", least: 0.993, ...COSINE },
  { figure: "cosine to the f32 model: minimum", of: "minimum", least: 0.98, ...COSINE },
  {
    figure: "embedding for an index, 2 cores: time",
    of: "embedding",
    most: 1,
    ...RATIO,
    unit: "× onnxruntime (Python)",
  },
  { figure: "build of an unchanged site", of: "rebuild", most: 3, scale: 1e3, digits: 2, unit: "s" },
];

/** Judges a bar: `value` in its unit, and `met`. Both are `undefined` if it was not measured. */
export function judge({ of, most, least, scale }, figures) {
  const value = figures[of] / scale;
  if (!Number.isFinite(value)) return { value: undefined, met: undefined };
  return { value, met: most === undefined ? value >= least : value <= most };
}

export const boundOf = ({ most, least, unit }) =>
  `${most === undefined ? `at least ${least}` : `at most ${most}`} ${unit}`.trim();
