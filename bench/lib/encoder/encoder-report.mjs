// The encoder's part of the report, in Markdown.
import { machine, number, table, verdict } from "../markdown.mjs";
import { median } from "../statistics.mjs";
import { ENCODER_BARS, boundOf, judge } from "./encoder-bars.mjs";
import { bestForm, figuresOf, formsOf, ratiosTo, startOf, total } from "./encoder-figures.mjs";

const mb = (bytes, digits = 1) => number(bytes / 1e6, digits);

/** Formats the results of encoder.mjs. Omits phases that were not run. */
export function encoderReport(results) {
  const { latency, cold, cosines, index, quality, sizes } = results;
  return [
    heading(results),
    bars(results),
    latency && latencies(latency),
    cold && starts(cold),
    cosines && nearness(cosines),
    index && indexing(index),
    quality && rankings(quality),
    sizes && weights(sizes),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function heading(results) {
  const lines = new Map();
  for (const [phase, about] of Object.entries(results)) {
    const versions = Object.entries(about.versions).map(([name, version]) => `${name} ${version}`);
    const line = `${machine(about)}; ${versions.join(", ")}`;
    lines.set(line, [...(lines.get(line) ?? []), phase]);
  }
  return `## The sentence encoder

Made by \`encoder.mjs\` and \`report.mjs\`; [README.md](README.md) describes each measure. 1 MB = 1000000 bytes.

${[...lines].map(([line, phases]) => `- ${phases.join(", ")}: ${line}`).join("\n")}`;
}

function bars(results) {
  const figures = figuresOf(results);
  const rows = ENCODER_BARS.map((bar) => {
    const { value, met } = judge(bar, figures);
    return [bar.figure, boundOf(bar), verdict(number(value, bar.digits), met)];
  });
  const judged = table(["figure", "bar", "measured"], rows);
  const best = bestForm(results.latency);
  if (!best) return `### Bars\n\n${judged}`;
  return `### Bars

Compared with "${best}", the fastest variant in ONNX Runtime Web.

${judged}

${forms(results)}`;
}

/** Ratios to each variant: the fastest is not the one with the shortest start or the least memory. */
function forms(results) {
  const rows = formsOf(results.latency).map((form) => {
    const { query, start, memory } = ratiosTo(form, results);
    return [form, ...[query, start, memory].map((ratio) => number(ratio, 2))];
  });
  return table(["Docfuse ÷", "12 word pieces", "start", "memory"], rows);
}

function latencies({ rounds, encoders }) {
  const lengths = Object.keys(Object.values(encoders)[0]);
  const rows = Object.entries(encoders).map(([name, found]) => [
    name,
    ...lengths.map((length) => `${number(found[length].p50, 2)} / ${number(found[length].p95, 2)}`),
    number(Math.min(...lengths.map((length) => found[length].cosines.minimum)), 4),
  ]);
  const names = ["p50 / p95, ms", ...lengths.map((length) => `${length} word pieces`), "least cosine to f32"];
  return `### A query\n\n${rounds} rounds of 20 queries of each length.\n\n${table(names, rows)}`;
}

function starts({ runs }) {
  const rows = Object.entries(runs).map(([name, all]) => {
    const start = startOf(all);
    const times = [start.loaded, start.ms].map((ms) => number(ms, 0));
    return [
      name,
      ...times,
      ...[start.wasm, start.heap, start.held, start.buffers, start.process].map((n) => mb(n)),
    ];
  });
  const names = [
    "",
    "loaded, ms",
    "first vector, ms",
    "wasm, MB",
    "objects, MB",
    "together, MB",
    "buffers, MB",
    "process, MB",
  ];
  const count = Object.values(runs)[0].length;
  return `### Start and memory\n\nMedians of ${count} starts.\n\n${table(names, rows)}`;
}

function nearness({ encoders }) {
  const rows = Object.entries(encoders).map(([name, { mean, minimum, count, furthest }]) => [
    name,
    number(mean, 5),
    number(minimum, 5),
    String(count),
    `\`${furthest.replace(/[`|\s]+/g, " ")}\``,
  ]);
  const names = ["cosine to f32", "mean", "minimum", "texts", "furthest text begins"];
  return `### Vectors\n\n${table(names, rows)}`;
}

function indexing({ rebuild, embedding }) {
  const { windows, of, pieces, times, best } = embedding;
  const seconds = (all, digits = 1) => all.map((ms) => number(ms / 1e3, digits)).join(", ");
  const rate = (all) => number(pieces / (median(all) / 1e3), 0);
  const rows = Object.entries(times).map(([name, all]) => [name, seconds(all), rate(all)]);
  const form = best.onnx.split("/").at(-1);
  const sessions = best.threads === 1 ? "two texts or batches at a time" : `${best.threads} threads`;
  return `### Embedding for an index

${windows} of the ${of} windows of python3's sections, ${pieces} word pieces, in alternation. Fastest configuration of ONNX
Runtime: ${form}, ${sessions}, batches of ${best.batch}.

${table(["", "s", "word pieces a second"], rows)}

\`docfuse build\` of python3: ${number(rebuild.ms / 1e3, 1)} s with nothing kept (${rebuild.windows} windows, of these
${number(rebuild.steps.embedding, 1)} s for embedding); again with nothing changed: ${seconds(rebuild.again, 2)} s; with
another paragraph in one page: ${seconds(rebuild.changed)} s.`;
}

function rankings({ sets }) {
  const rows = Object.entries(sets).flatMap(([set, { shipped, f32 }]) =>
    Object.keys(f32).map((mode) => [
      `${set}, ${mode}`,
      number(f32[mode], 4),
      number(shipped[mode], 4),
      number(shipped[mode] - f32[mode], 4),
    ]),
  );
  return `### Ranking\n\n${table(["nDCG@10", "f32", "as shipped", "difference"], rows)}`;
}

function weights({ code, stored }) {
  const rows = Object.entries(code).map(([name, files]) => {
    const parts = Object.entries(files).map(([file, bytes]) => `${file} ${mb(bytes, 3)}`);
    return [name, parts.join(" + "), mb(total(files), 3)];
  });
  return `### On the wire

${table(["code, brotli 11", "files, MB", "together, MB"], rows)}

As stored in an index: the model ${mb(stored.model, 2)} MB, the tokenizer ${mb(stored.tokenizer, 3)} MB.`;
}
