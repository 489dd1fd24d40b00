// Measures the dense retriever in Chromium: node dense.mjs --index FOLDER... --queries FILE [--wasm DIR] [--out DIR]
// What a reader's first query and further ones fetch of vectors and graph, and how long the module computes. Recall is
// measured natively: tests/integration/clusters.rs. Writes OUT/dense.json, which report.mjs reads.
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

const options = read({
  index: { type: "string", multiple: true, default: [] },
  queries: { type: "string" },
  limit: { type: "string", default: "100" },
  wasm: { type: "string", default: join(COMMON.package.default, "..", "..", "wasm") },
  chromium: COMMON.chromium,
  out: COMMON.out,
});
if (!options.queries || options.index.length === 0)
  throw new InputError("expected --index FOLDER and --queries FILE");
const lines = readFileSync(options.queries, "utf8").trim().split("\n");
const texts = lines.slice(0, count(options.limit, "limit")).map((line) => JSON.parse(line).text);

const www = join(resolve(options.out), "www", "dense");
rmSync(www, { recursive: true, force: true });
mkdirSync(www, { recursive: true });
symlinkSync(resolve(options.wasm), join(www, "wasm"));
copyFileSync(fileURLToPath(new URL("page/dense.js", import.meta.url)), join(www, "dense.js"));
writeFileSync(join(www, "index.html"), '<!doctype html><script type="module" src="dense.js"></script>');

const results = { ...circumstances(), queries: texts.length, indexes: [] };
const server = await serve(www);
try {
  for (const folder of options.index) results.indexes.push(await measure(resolve(folder)));
} finally {
  await server.close();
}
const file = join(resolve(options.out), "dense.json");
writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
say(`written to ${file}`);

async function measure(folder) {
  if (!existsSync(join(folder, "docfuse.json")))
    throw new InputError(`--index: expected an index folder, found no docfuse.json in ${folder}`);
  const name = basename(folder);
  symlinkSync(folder, join(www, name));
  const browser = await Chromium.launch(options.chromium);
  try {
    await browser.visit(`${server.origin}/index.html`);
    const { windows } = await browser.evaluate(`dense.open("/${name}/", ${JSON.stringify(texts)})`);
    const costs = await browser.evaluate("dense.costs()");
    const times = await browser.evaluate("dense.time()");
    const result = {
      name,
      windows,
      first: mean(costs.filter(({ first }) => first)),
      further: mean(costs.filter(({ first }) => !first)),
      p50: percentile(times, 0.5),
      p95: percentile(times, 0.95),
    };
    say(JSON.stringify(result));
    return result;
  } finally {
    await browser.close();
  }
}

function mean(costs) {
  const of = (key) => costs.reduce((sum, cost) => sum + cost[key], 0) / costs.length;
  return { bytes: of("bytes"), trips: of("trips"), ranges: of("ranges") };
}
