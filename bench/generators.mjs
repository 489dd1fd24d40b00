// Makes or fetches documentation sites of many generators: node generators.mjs --out DIR [--only NAMES]
//
// OUT/NAME gets the finished site. OUT/.downloads keeps packages, OUT/.work/NAME is where a site was made.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { chosen, definition, queriesOf } from "./lib/generators.mjs";
import { InputError, read, say } from "./lib/options.mjs";
import { Packages } from "./lib/packages.mjs";
import { htmlFiles } from "./lib/site.mjs";

const options = read({ out: { type: "string" }, only: { type: "string" } });
if (!options.out) throw new InputError("expected --out DIR");
const out = resolve(options.out);

for (const name of chosen(options.only)) {
  const { generator, content, make } = await definition(name);
  const work = join(out, ".work", name);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const made = await make(new Packages(join(out, ".downloads"), work), work);
  const site = join(out, name);
  rmSync(site, { recursive: true, force: true });
  renameSync(made, site);
  // The pages that queries name must be there.
  queriesOf(name, site);
  rmSync(work, { recursive: true, force: true });
  say(`${name}: ${content} by ${generator}, ${htmlFiles(site).length} HTML files`);
}
