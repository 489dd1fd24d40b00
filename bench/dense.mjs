// Measures the dense retriever in Chromium: node dense.mjs --index FOLDER... --queries FILE [--wasm DIR] [--out DIR]
// Times queries by exact scan and, if the index has one, by HNSW graph. Compares the hits with brute force in
// JavaScript over the same stored vectors. Writes OUT/dense.json, which report.mjs reads.
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

/** Smaller differences of similarities are ignored: the module rounds the query to 13 bits. */
const SAME = 2e-4;

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
    const vectors = await browser.evaluate(`dense.open("/${name}/", ${JSON.stringify(texts)})`);
    const truth = await browser.evaluate("dense.truth()");
    const scan = await search(browser, truth);
    const graph = await browser.evaluate("dense.graph()");
    const byGraph = graph && { ...graph, ...(await search(browser, truth)) };
    const result = { name, ...vectors, scan, graph: byGraph };
    say(JSON.stringify(result));
    return result;
  } finally {
    await browser.close();
  }
}

async function search(browser, truth) {
  const times = await browser.evaluate("dense.time()");
  const found = await browser.evaluate("dense.scores()");
  const shares = truth.map((best, query) => {
    const last = best.at(-1) - SAME;
    return Math.min(found[query].filter((score) => score >= last).length, best.length) / best.length;
  });
  const recall = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), recall };
}
