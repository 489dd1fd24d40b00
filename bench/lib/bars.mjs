// The targets (bars) of Docfuse in run.mjs, and whether its figures meet them.

const EVERY = ["rust-book", "python3", "postgresql"];
const KB = 1000;
const MB = 1000 * KB;

/** A bar on the ratio of Docfuse's figure to Pagefind's. */
const ratio = (figure, of, below, sites = EVERY) => ({
  figure,
  of,
  below,
  digits: 2,
  sites,
  against: "pagefind",
});

/** A bar on Docfuse's figure itself, in units of `scale`. */
const limit = (figure, of, bound, { unit = "", scale = 1, digits = 1, sites = EVERY }) => ({
  figure,
  of,
  ...bound,
  unit,
  scale,
  digits,
  sites,
});

/** A bar on Success@1 or Success@5 of a query set. */
const success = (site, set, measure, least) => ({
  figure: `${set}: Success@${measure.at(-1)}`,
  of: ({ quality }) => quality[set]?.[measure],
  least,
  unit: "",
  scale: 1,
  digits: 3,
  sites: [site],
});

export const BARS = [
  ratio("cold first query: bytes", ({ coldBytes }) => coldBytes, 0.65),
  limit(
    "cold first query: most requests of a run",
    ({ mostRequests }) => mostRequests,
    { most: 8 },
    { digits: 0 },
  ),
  ratio("ten further queries: bytes", ({ furtherBytes }) => furtherBytes, 0.5),
  ratio("cold first query, Fast 4G: time", ({ fast4gMs }) => fast4gMs, 0.7),
  ratio("warm query p95: time", ({ warm }) => warm?.p95, 0.3),
  limit(
    "warm query p95 inside wasm",
    ({ wasm }) => wasm?.p95,
    { below: 5 },
    { unit: "ms", sites: ["python3"] },
  ),
  ratio("files written", ({ files }) => files, 0.3, ["python3", "postgresql"]),
  limit(
    "code of the first query, gzip",
    ({ codeBytes }) => codeBytes,
    { most: 88 },
    { unit: "KB", scale: KB },
  ),
  ratio("build: time", ({ buildMs }) => buildMs, 1.5, ["python3"]),
  limit(
    "build: peak memory",
    ({ memory }) => memory,
    { below: 500 },
    { unit: "MB", scale: MB, sites: ["python3"] },
  ),
  success("python3", "python3-symbols", "success1", 0.9),
  success("python3", "python3-symbols", "success5", 0.98),
  success("python3", "python3-symbols-bare", "success1", 0.7),
  success("python3", "python3-symbols-bare", "success5", 0.97),
  success("python3", "python3-symbols-bare-typos", "success5", 0.9),
  success("postgresql", "postgresql-index", "success1", 0.7),
  success("postgresql", "postgresql-index", "success5", 0.93),
];

/** Cold bytes on the largest site, divided by those on python3: below this. */
export const SCALE_BAR = 2;

/**
 * Judges one bar on one site: `value` in the bar's unit, and `met`. Both are `undefined` if a figure was not measured.
 */
export function judge(bar, docfuse, pagefind) {
  const own = docfuse && bar.of(docfuse);
  const value = bar.against ? own / (pagefind && bar.of(pagefind)) : own / bar.scale;
  return Number.isFinite(value) ? { value, met: holds(bar, value) } : { value: undefined, met: undefined };
}

function holds({ below, most, least }, value) {
  if (below !== undefined) return value < below;
  return most !== undefined ? value <= most : value >= least;
}

/** The bar as text. */
export function boundOf({ below, most, least, unit, against }) {
  if (against) return `below ${below} × Pagefind`;
  const [word, bound] =
    below !== undefined ? ["below", below] : most !== undefined ? ["at most", most] : ["at least", least];
  return `${word} ${bound} ${unit}`.trim();
}
