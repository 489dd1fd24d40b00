// Writes the tables: node report.mjs [--out DIR] [--to FILE]
// Reads the results of run.mjs and scale.mjs from OUT and rewrites the part of FILE between the comments. FILE is
// bench/RESULTS.md by default.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine, number, table, withParts } from "./lib/markdown.mjs";
import { COMMON, InputError, read } from "./lib/options.mjs";
import { coldSummary, summaryOf } from "./lib/summary.mjs";

const options = read({
  out: COMMON.out,
  to: { type: "string", default: fileURLToPath(new URL("RESULTS.md", import.meta.url)) },
});
const [results, scale] = ["results", "scale"].map(json);
const sites = Object.entries(results?.sites ?? {}).map(([name, { pages, engines }]) => ({
  name,
  pages,
  engines: Object.fromEntries(Object.entries(engines).map(([engine, runs]) => [engine, summaryOf(runs)])),
}));
if (!results) throw new InputError(`${options.out}: expected results.json, found none; see README.md`);
const sections = [heading(), ...sites.map(costs), quality(), atScale()];
const parts = { engines: sections.filter(Boolean).join("\n\n") };
const before = existsSync(options.to) ? readFileSync(options.to, "utf8") : "# Measured results";
writeFileSync(options.to, withParts(before, parts));
process.stdout.write(`written to ${options.to}\n`);

function json(name) {
  const file = join(options.out, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

function heading() {
  const { repetitions, versions, ranges } = results;
  const engines = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `Made by \`run.mjs\` and \`report.mjs\`; [README.md](README.md) describes each measure. Medians of
${repetitions.plain} cold runs, ${repetitions.fast4g} on Fast 4G, and ${repetitions.builds} builds. 1 KB = 1000 bytes.

- ${machine(results)}
- ${engines.join(", ")}
- Host: HTTP/2, gzip, ${ranges ? "byte ranges" : "no byte ranges"}`;
}

function costs({ name, pages, engines }) {
  const kb = (bytes) => number(bytes / 1000, 1);
  const pair = (times) => (times ? `${number(times.p50, 1)} / ${number(times.p95, 1)}` : "–");
  const rows = [
    ["build, s", ({ buildMs }) => number(buildMs / 1000, 2)],
    ["build, peak memory, MB", ({ memory }) => number(memory / 1e6, 0)],
    ["files written", ({ files }) => number(files, 0)],
    ["all files, MB", ({ bytes }) => number(bytes / 1e6, 2)],
    ["cold first query, KB", ({ coldBytes }) => kb(coldBytes)],
    ["of these code, KB", ({ codeBytes }) => kb(codeBytes)],
    ["the same as Chromium counts, with headers, KB", ({ coldReceived }) => kb(coldReceived)],
    ["cold first query, requests (most)", requestsOf],
    ["cold first query, ms", ({ coldMs }) => number(coldMs, 0)],
    ["cold first query, Fast 4G, ms", ({ fast4gMs }) => number(fast4gMs, 0)],
    ["ten further queries, KB", ({ furtherBytes }) => kb(furtherBytes)],
    ["ten further queries, requests", ({ furtherRequests }) => number(furtherRequests, 0)],
    ["query asked for the first time, p50 / p95 ms", ({ warmFirst }) => pair(warmFirst)],
    ["warm query, p50 / p95 ms", ({ warm }) => pair(warm)],
    ["of these in a worker's wasm, p50 / p95 ms", ({ wasm }) => pair(wasm)],
    ["timed queries answered", ({ checks }) => (checks ? `${checks.answered} of ${checks.asked}` : "–")],
    [
      "timed queries with gold among the five shown, %",
      ({ checks }) => share(checks?.withGold / checks?.asked),
    ],
  ];
  const names = Object.keys(engines);
  const body = rows.map(([figure, text]) => [figure, ...names.map((engine) => text(engines[engine]))]);
  return `## ${name} (${pages} pages)\n\n${table(["", ...names], body)}`;
}

function requestsOf({ requests, mostRequests }) {
  return `${number(requests, 1)} (${number(mostRequests, 0)})`;
}

function quality() {
  const rows = sites.flatMap(({ engines }) => {
    const sets = new Set(Object.values(engines).flatMap(({ quality: scores }) => Object.keys(scores)));
    return [...sets].map((set) => [
      set,
      ...Object.keys(engineNames()).map((engine) => score(engines, engine, set)),
    ]);
  });
  if (rows.length === 0) return undefined;
  const title =
    "## Quality\n\nSuccess@1 / Success@5 in percent, by page; in brackets the percentage of empty answers.";
  return `${title}\n\n${table(["set", ...Object.keys(engineNames())], rows)}`;
}

function engineNames() {
  return Object.assign({}, ...sites.map(({ engines }) => engines));
}

function score(engines, engine, set) {
  const found = engines[engine]?.quality[set];
  if (!found) return "–";
  const { success1, success5, none } = found;
  return `${share(success1)} / ${share(success5)}${none > 0 ? ` (${share(none)})` : ""}`;
}

function atScale() {
  if (!scale) return undefined;
  const { build, size, pages, cold } = scale;
  const sent = coldSummary(cold.filter(({ ms }) => ms !== undefined));
  const python3 = sites.find(({ name }) => name === "python3")?.engines.docfuse?.coldBytes;
  const ratio = sent.coldBytes / python3;
  const rows = [
    ["build, s", number(build.ms / 1000, 1)],
    ["build, peak memory, MB", number(build.memory / 1e6, 0)],
    ["files written", number(size.files, 0)],
    ["all files, MB", number(size.bytes / 1e6, 1)],
    ["cold first query, KB", number(sent.coldBytes / 1000, 1)],
    ["cold first query, requests (most)", requestsOf(sent)],
    ["cold bytes, as a multiple of python3's", number(ratio, 2)],
  ];
  const title = `## The Rust documentation (${pages} HTML files, without source pages)`;
  return `${title}\n\n${machine(scale)}; docfuse ${scale.versions.docfuse}.\n\n${table(["", "docfuse"], rows)}`;
}

function share(value) {
  return number(value * 100, 1);
}
