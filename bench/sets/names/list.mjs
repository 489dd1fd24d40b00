// Lists the sets of names and their sites with hashes.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { table } from "../../lib/markdown.mjs";
import { setsIn, treeHash } from "../list.mjs";

const hashOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);

/** The parts `sets` and `sites` of a list: one row for each set in the folder `out`, one for each site. */
export function listed(sites, out) {
  const folders = setsIn(out);
  const rows = [];
  for (const { name, heldOut } of sites) {
    const own = folders.filter((set) => siteOfSet(set, sites) === name);
    for (const set of own) {
      const queries = readFileSync(join(out, set, "queries.jsonl"), "utf8")
        .trim()
        .split("\n").length;
      const hashes = ["queries.jsonl", "qrels.tsv"].map((file) => `\`${hashOf(join(out, set, file))}\``);
      rows.push([name, set.slice(name.length + 1), queries, ...hashes, heldOut ? "held out" : ""]);
    }
  }
  const places = sites.map(({ name, generator, source, version, root, heldOut }) => {
    const file = join(out, `${name}.json`);
    const { pages, left } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { left: {} };
    const missing = ["last-parts", "qualified-errors", "bare-errors"].map((set) => left[set] ?? "–");
    const hash = `\`${treeHash(root)}\``;
    return [
      name,
      generator,
      `${source} ${version}`,
      pages ?? "–",
      ...missing,
      hash,
      heldOut ? "held out" : "",
    ];
  });
  const left = ["broad last parts", "errors that are names, qualified", "bare"];
  return {
    sets: table(["site", "set", "queries", "queries.jsonl", "qrels.tsv", ""], rows),
    sites: table(["site", "generator", "source", "pages", ...left, "SHA-256", ""], places),
  };
}

/** The site with the longest name that a set's name begins with. */
function siteOfSet(set, sites) {
  const fitting = sites.map(({ name }) => name).filter((name) => set.startsWith(`${name}-`));
  return fitting.toSorted((a, b) => b.length - a.length)[0];
}
