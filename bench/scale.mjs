// Measures Docfuse on a large site, the Rust toolchain's documentation without source pages: node scale.mjs [--cold N]
// Builds the index and runs cold first queries. Writes OUT/scale.json, which report.mjs reads.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { docfuse } from "./adapters/docfuse.mjs";
import { total } from "./lib/answers.mjs";
import { runBuild, sizeOf } from "./lib/build.mjs";
import { NETWORKS, coldRun } from "./lib/cold.mjs";
import { circumstances } from "./lib/machine.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { pageFor } from "./lib/page.mjs";
import { randomFrom, sample } from "./lib/random.mjs";
import { serve } from "./lib/server.mjs";
import { htmlFiles, rustDocumentation } from "./lib/site.mjs";

/** Docfuse's default excludes, and the pages that show source code. */
const SETTINGS = `[site]
exclude = ["404.html", "*_1_1*-members.html", "*_8*_source.html", "_modules/*", "*/_modules/*", "_static/*",
           "*/_static/*", "allclasses-*frame.html", "allclasses-index.html", "allpackages-index.html",
           "api-index-*.html", "bookindex.html", "*/class-use/*", "class_*-members.html", "doc-index.html",
           "doc-index-*.html", "genindex*.html", "*genindex/index.html", "*index-files/index-*.html", "*.js.html",
           "overview-frame.html", "overview-tree.html", "package-frame.html", "package-tree.html", "package-use.html",
           "/print.html", "py-modindex.html", "*py-modindex/index.html", "/search.html", "src/*.rs.html",
           "*/src/*.rs.html", "struct_*-members.html", "theindex.html", "/toc.html", "src/*"]
`;
const SEED = 7;
/** As in run.mjs: a cold run asks one of the first queries, then all further ones. */
const [FIRST, FURTHER] = [5, 10];

const options = read({ ...COMMON, cold: { type: "string", default: "5" } });
const out = resolve(options.out);
const folder = join(out, "www", "scale", "docfuse");
const settings = join(out, "scale.toml");
const engine = docfuse({ command: resolve(options.docfuse), packageFolder: resolve(options.package) });
const results = {
  ...circumstances(),
  ranges: !options["no-ranges"],
  versions: { docfuse: engine.version },
  cold: [],
};

const site = rustDocumentation();
if (!existsSync(site)) throw new InputError(`${site} does not exist; run: rustup component add rust-docs`);
const pages = htmlFiles(site).filter((page) => !page.startsWith(`src${sep}`));
results.pages = pages.length;
mkdirSync(out, { recursive: true });
writeFileSync(settings, SETTINGS);
say(`${pages.length} pages in ${site}`);

results.build = await runBuild([...engine.build({ pages: site }, folder), "--config", settings], folder);
await engine.finish(folder);
results.size = sizeOf(folder, engine.isCode);
writeFileSync(join(folder, "index.html"), pageFor(engine.script));
say(`built in ${(results.build.ms / 1000).toFixed(1)} s: ${JSON.stringify(results.size)}`);

const server = await serve(join(out, "www"), { ranges: results.ranges });
try {
  const address = `${server.origin}/scale/docfuse/index.html`;
  const target = { chromium: options.chromium, server, address, isCode: engine.isCode };
  const queries = namesAsQueries();
  for (let run = 0; run < count(options.cold, "cold"); run += 1) {
    const cost = await coldRun(target, queries, run, NETWORKS.plain);
    results.cold.push(cost);
    say(`cold "${cost.query}": ${cost.ms?.toFixed(0)} ms, ${cost.bytes} B in ${cost.requests} requests`);
  }
  if (results.cold.length > 0) total(results.cold.flatMap(({ answers }) => answers));
} finally {
  await server.close();
}
writeFileSync(join(out, "scale.json"), `${JSON.stringify(results, null, 1)}\n`);
say(`written to ${join(out, "scale.json")}`);

/** Names of standard library items as queries. Gold are the pages of that name in any crate. */
function namesAsQueries() {
  const named = new Map();
  for (const page of pages) {
    const [, name] = /^(?:struct|enum|trait|fn|macro)\.(\w+)\.html$/.exec(basename(page)) ?? [];
    if (name) named.set(name, [...(named.get(name) ?? []), page]);
  }
  const documented = [...named].filter(([, gold]) => gold.some((page) => page.startsWith(`std${sep}`)));
  const chosen = sample(documented, FIRST + FURTHER, randomFrom(SEED)).map(([text, gold]) => ({
    text,
    gold,
  }));
  return { first: chosen.slice(0, FIRST), further: chosen.slice(FIRST) };
}
