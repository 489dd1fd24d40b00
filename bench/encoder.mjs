// Compares the sentence encoder with ONNX Runtime: node encoder.mjs --sites DIR --sets DIR [--phases NAMES] ...
// README.md describes the options and the measures. Writes OUT/encoder.json, which report.mjs reads.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { codeFiles, onnxruntimeVersion, placeEncoders } from "./adapters/encoders.mjs";
import { Chromium } from "./lib/chromium.mjs";
import { coldStart } from "./lib/encoder/start-up.mjs";
import { cosines } from "./lib/encoder/cosines.mjs";
import { timedTexts } from "./lib/encoder/drawn.mjs";
import { indexTimes, rebuildTimes } from "./lib/encoder/index-time.mjs";
import { latency } from "./lib/encoder/latency.mjs";
import { docfuse, once, python } from "./lib/encoder/programs.mjs";
import { QUALITY_SETS, ndcg } from "./lib/encoder/quantization-loss.mjs";
import { codeSizes, storedSizes } from "./lib/encoder/sizes.mjs";
import { comparedTexts, queryTexts, sectionTexts } from "./lib/encoder/texts.mjs";
import { readRows } from "./lib/encoder/vectors.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, TARGET, count, read, say } from "./lib/options.mjs";
import { serve } from "./lib/server.mjs";
import { SITES, locate, mirror } from "./lib/site.mjs";

const SITE = "python3";
/** A page of this site, to which a paragraph is added. */
const PAGE = "library/csv.html";

const PHASES = {
  latency: measureLatency,
  cold: measureCold,
  cosines: measureCosines,
  index: measureIndex,
  quality: measureQuality,
  sizes: measureSizes,
};

const { "no-ranges": _, ...common } = COMMON;
const options = read({
  ...common,
  wasm: { type: "string", default: join(TARGET, "docfuse", "wasm") },
  model: { type: "string", default: join(TARGET, "release", "models", "all-MiniLM-L6-v2") },
  weights: { type: "string", default: join(TARGET, "docfuse", "model", "all-MiniLM-L6-v2") },
  python: { type: "string", default: "python3" },
  "f32-docfuse": { type: "string" },
  sites: { type: "string" },
  sets: { type: "string" },
  phases: {
    type: "string",
    default: Object.keys(PHASES)
      .filter((name) => name !== "quality")
      .join(","),
  },
  rounds: { type: "string", default: "30" },
  cold: { type: "string", default: "11" },
  builds: { type: "string", default: "3" },
  windows: { type: "string", default: "3000" },
});
for (const name of ["sites", "sets"]) {
  if (!options[name]) throw new InputError(`expected --${name} DIR; see README.md`);
}
const phases = options.phases.split(",").filter(Boolean);
const strange = phases.find((name) => !(name in PHASES));
if (strange) {
  throw new InputError(`--phases: expected ${Object.keys(PHASES).join(", ")}, found "${strange}"`);
}

const command = resolve(options.docfuse);
const packageFolder = resolve(options.package);
const model = resolve(options.model);
const { chromium } = options;
const out = resolve(options.out, "encoder");
const models = join(out, "models");
const www = join(out, "www");
const file = (name) => join(out, name);
mkdirSync(models, { recursive: true });

const resultsFile = resolve(options.out, "encoder.json");
const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, "utf8")) : {};
const { compared, queries } = prepare();
const timed = timedTexts(queries);
const encoders = placeEncoders(www, { wasm: resolve(options.wasm), packageFolder, model, models });
const browserVersion = await versionOfBrowser();

const server = await serve(www);
const target = { chromium, address: `${server.origin}/index.html` };
try {
  for (const phase of phases) {
    const about = { ...circumstances(), versions: versions() };
    say(`${phase} …`);
    results[phase] = { ...about, ...(await PHASES[phase]()) };
    writeFileSync(resultsFile, `${JSON.stringify(results, null, 1)}\n`);
  }
} finally {
  await server.close();
}
say(`written to ${resultsFile}`);

/** Makes models, texts, and the f32 model's vectors of the texts. Keeps them until models or texts change. */
function prepare() {
  const info = readFileSync(join(model, "model.json"), "utf8");
  const requirements = readFileSync(new URL("encoder/requirements.txt", import.meta.url), "utf8");
  once(file("models.stamp"), info + requirements, () => {
    say("models …");
    const names = python(options.python, "models.py", resolve(options.weights), model, models);
    say(names.trim());
  });
  const asked = queryTexts(options.sets);
  const texts = [...comparedTexts(options.sites, options.sets, asked), ...asked];
  const first = texts.length - asked.length;
  writeFileSync(file("texts.json"), JSON.stringify(texts));
  const reference = join(models, "f32");
  const key = JSON.stringify(texts) + readFileSync(join(reference, "model.json"), "utf8");
  once(file("reference.stamp"), key, () => {
    say(`the f32 model's vectors of ${texts.length} texts …`);
    python(
      options.python,
      "vectors.py",
      join(reference, "model.onnx"),
      reference,
      file("texts.json"),
      file("reference"),
    );
  });
  const ids = JSON.parse(readFileSync(file("reference.json"), "utf8"));
  const expected = readRows(file("reference.f32"), texts.length);
  const all = texts.map((text, at) => ({ text, ids: ids[at], expected: Array.from(expected[at]) }));
  return { compared: all.slice(0, first), queries: all.slice(first) };
}

function versions() {
  return {
    docfuse: docfuse(command, ["--version"]).text.trim().split(" ").at(-1),
    "onnxruntime-web": onnxruntimeVersion(),
    "onnxruntime (Python)": python(options.python, "version.py").trim(),
    browser: browserVersion,
  };
}

async function versionOfBrowser() {
  const browser = await Chromium.launch(chromium);
  try {
    return await browser.version();
  } finally {
    await browser.close();
  }
}

async function measureLatency() {
  const rounds = count(options.rounds, "rounds");
  const found = await latency(target, encoders, timed, rounds);
  for (const [name, lengths] of Object.entries(found)) {
    const times = Object.entries(lengths).map(
      ([length, { p50, p95 }]) => `${length}: ${p50.toFixed(2)} / ${p95.toFixed(2)}`,
    );
    say(`${name}: ${times.join(", ")} ms`);
  }
  return { rounds, encoders: found };
}

async function measureCold() {
  const runs = Object.fromEntries(encoders.map(({ name }) => [name, []]));
  for (let run = 0; run < count(options.cold, "cold"); run += 1) {
    for (const encoder of encoders) {
      const cost = await coldStart(target, encoder, Object.values(timed).flat());
      runs[encoder.name].push(cost);
      const { ms, wasm, heap, buffers, process: renderers } = cost;
      const sizes = [wasm, heap, buffers, renderers].map((bytes) => (bytes / 1e6).toFixed(1));
      say(`${encoder.name}: ${ms.toFixed(0)} ms; wasm, heap, buffers, process ${sizes.join(", ")} MB`);
    }
  }
  return { runs };
}

async function measureCosines() {
  const found = await cosines(target, encoders, compared);
  for (const [name, { mean, minimum }] of Object.entries(found.encoders)) {
    say(`${name}: mean ${mean.toFixed(5)}, minimum ${minimum.toFixed(5)}`);
  }
  return found;
}

function measureIndex() {
  const rounds = count(options.builds, "builds");
  const site = file("pages");
  mirror(locate(SITE, options.sites), site, SITES[SITE].exclude);
  const rebuild = rebuildTimes({ command, model }, site, {
    page: join(site, PAGE),
    rounds,
    folder: file("site"),
  });
  const [again, changed] = [rebuild.again, rebuild.changed].map((all) => all.map(Math.round).join(", "));
  say(
    `${SITE}: ${rebuild.windows} windows, ${rebuild.ms.toFixed(0)} ms; again ${again} ms; changed ${changed} ms`,
  );
  const onnx = ["int8.onnx", "int8-fused.onnx"].map((name) => join(models, name));
  const dimensions = compared[0].expected.length;
  const programs = { command, interpreter: options.python, model, onnx, dimensions };
  const settings = { count: count(options.windows, "windows"), rounds, folder: file("index"), say };
  return { rebuild, embedding: indexTimes(programs, sectionTexts(SITE, options.sites), settings) };
}

function measureQuality() {
  const older = options["f32-docfuse"];
  if (!older) throw new InputError("expected --f32-docfuse FILE for the phase quality; see README.md");
  const sets = {};
  for (const name of QUALITY_SETS) {
    const forms = { shipped: [command, model], f32: [resolve(older), join(models, "f32")] };
    sets[name] = {};
    for (const [form, [program, folder]] of Object.entries(forms)) {
      const programs = { command: program, cache: file("cache") };
      sets[name][form] = ndcg(programs, join(options.sets, name), folder, file(`${name}-${form}`));
      say(`${name}, ${form}: ${JSON.stringify(sets[name][form])}`);
    }
  }
  return { sets };
}

function measureSizes() {
  const index = file("small-index");
  const record = file("small.jsonl");
  writeFileSync(record, `${JSON.stringify({ _id: "1", title: "A", text: "One text." })}\n`);
  docfuse(command, ["build", "--jsonl", record, "--out", index, "--model", model, "--cache", file("cache")]);
  const sizes = { code: codeSizes(codeFiles(packageFolder)), stored: storedSizes(index) };
  say(JSON.stringify(sizes));
  return sizes;
}
