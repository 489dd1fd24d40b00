// Measures search by meaning in Chromium, stage by stage: node dense.mjs --index FOLDER=QUERIES... [--wasm DIR]
// [--runtime DIR] [--out DIR]
// What the answer by words, the one that the lexicon refines, and the encoder's fetch, each behind the one before; how long
// the module computes; the code of each stage. Recall is measured natively: tests/integration/clusters.rs. Writes
// OUT/dense.json, which report.mjs reads.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Chromium } from "./lib/chromium.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { serve } from "./lib/server.mjs";
import { percentile } from "./lib/statistics.mjs";
import { client, sizesOf } from "../www/interface-bytes.mjs";

const STAGES = ["lexical", "lexicon", "encoder"];
/** Queries of one reader, one after the other. */
const SESSION = 5;

const options = read({
  index: { type: "string", multiple: true, default: [] },
  limit: { type: "string", default: "100" },
  wasm: { type: "string", default: join(COMMON.package.default, "..", "..", "wasm") },
  runtime: { type: "string", default: join(COMMON.package.default, "..", "runtime") },
  chromium: COMMON.chromium,
  out: COMMON.out,
});
const pairs = options.index.map((pair) => pair.split("="));
if (pairs.length === 0 || pairs.some(({ length }) => length !== 2))
  throw new InputError("expected --index FOLDER=QUERIES");

const www = join(resolve(options.out), "www", "dense");
rmSync(www, { recursive: true, force: true });
mkdirSync(www, { recursive: true });
symlinkSync(resolve(options.wasm), join(www, "wasm"));
copyFileSync(fileURLToPath(new URL("page/dense.js", import.meta.url)), join(www, "dense.js"));
writeFileSync(join(www, "index.html"), '<!doctype html><script type="module" src="dense.js"></script>');

const results = {
  ...circumstances(),
  code: code(resolve(options.runtime)),
  indexes: [],
};
const server = await serve(www);
try {
  for (const [folder, queries] of pairs) results.indexes.push(await measure(resolve(folder), queries));
} finally {
  await server.close();
}
const file = join(resolve(options.out), "dense.json");
writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
say(`written to ${file}`);

async function measure(folder, queries) {
  if (!existsSync(join(folder, "docfuse.json")))
    throw new InputError(`--index: expected an index folder, found no docfuse.json in ${folder}`);
  const name = basename(folder);
  const lines = readFileSync(queries, "utf8").trim().split("\n");
  const texts = lines.slice(0, count(options.limit, "limit")).map((line) => JSON.parse(line).text);
  symlinkSync(folder, join(www, name));
  const browser = await Chromium.launch(options.chromium);
  try {
    await browser.visit(`${server.origin}/index.html`);
    const { windows } = await browser.evaluate(`dense.open("/${name}/", ${JSON.stringify(texts)})`);
    const first = await browser.evaluate("dense.stages(1)");
    const further = await browser.evaluate(`dense.stages(${SESSION})`);
    const times = await browser.evaluate("dense.time()");
    const result = {
      name,
      windows,
      queries: texts.length,
      first: summary(first),
      further: summary(further.filter((costs) => !costs.first)),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await browser.close();
  }
}

/** Of each stage, the mean of each measure, and the largest number of bytes and round trips. */
function summary(queries) {
  const stage = (name) => {
    const values = (key) => queries.map((costs) => costs[name][key]);
    const mean = (key) => values(key).reduce((sum, value) => sum + value, 0) / queries.length;
    const means = ["bytes", "dense", "trips", "ranges", "ms"].map((key) => [key, mean(key)]);
    const most = { bytes: Math.max(...values("bytes")), trips: Math.max(...values("trips")) };
    return [name, { ...Object.fromEntries(means), most }];
  };
  return Object.fromEntries(STAGES.map(stage));
}

/** Gzipped bytes of the code that each stage loads, behind the one before. */
function code(runtime) {
  const gzip = (content) => sizesOf(content, 5).gzip;
  const files = (...names) => names.reduce((sum, name) => sum + gzip(readFileSync(join(runtime, name))), 0);
  return {
    lexical: files("docfuse-worker.js") + gzip(client()),
    lexicon: files("docfuse-dense.js", "docfuse_full.wasm.hdf"),
    encoder: files("docfuse_embed.wasm.hdf"),
  };
}
