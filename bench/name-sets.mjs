// Query sets of names and commands from real sites: node name-sets.mjs --sites DIR --out SETS [--only SITES] [--held-out]
//
// SITES gets the packages and the pages of each site, SETS a folder for each set. `--list FILE` rewrites the sets' hashes
// in FILE, such as ../tests/eval/NAMES.md.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { withParts } from "./lib/markdown.mjs";
import { InputError, read, say } from "./lib/options.mjs";
import { listed } from "./sets/names/list.mjs";
import { madeOf } from "./sets/names/make.mjs";
import { SITES, chosenSites, copyPages, pagesOf, siteNamed } from "./sets/names/sites.mjs";
import { writeQueries } from "./sets/make.mjs";

const options = read({
  sites: { type: "string" },
  out: { type: "string" },
  only: { type: "string" },
  list: { type: "string" },
  "held-out": { type: "boolean", default: false },
});
if (!options.sites || !options.out) throw new InputError("expected --sites DIR and --out SETS");
const [sites, out] = [resolve(options.sites), resolve(options.out)];

if (options.list) {
  const known = Object.keys(SITES).map((name) => siteNamed(name, sites));
  writeFileSync(options.list, withParts(readFileSync(options.list, "utf8"), listed(known, out)));
} else for (const name of chosenSites(options.only, options["held-out"])) make(siteNamed(name, sites));

function make(site) {
  const pages = copyPages(site, sites);
  const { sets, left } = madeOf(site, pagesOf(site.name, sites));
  for (const [set, queries] of Object.entries(sets)) {
    const folder = join(out, `${site.name}-${set}`);
    rmSync(folder, { recursive: true, force: true });
    if (queries.length > 0) writeQueries(folder, numbered(queries));
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${site.name}.json`), `${JSON.stringify({ pages, left }, null, 1)}\n`);
  const counts = Object.entries(sets).map(([set, queries]) => `${set} ${queries.length}`);
  say(`${site.name}: ${pages} pages; ${counts.join(", ")}; left out: ${JSON.stringify(left)}`);
}

function numbered(queries) {
  return queries.map((query, i) => ({ id: `${i + 1}`, ...query, sections: query.pages }));
}
