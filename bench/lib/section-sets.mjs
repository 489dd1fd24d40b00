// Commands that make sets whose answers are sections: --sites DIR --out SETS [--only NAMES] [--list FILE]
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeQueries } from "../sets/make.mjs";
import { table, withParts } from "./markdown.mjs";
import { InputError, read, say } from "./options.mjs";

/** Smaller sets are not written. */
const FEWEST = 5;

/**
 * `sites` by name are `{ source, folder, sets }`: a package of Debian, the name of the folder of its pages below DIR if it is
 * another one, and functions from that folder to queries by the set's name. `--list` rewrites the part `part` of a file.
 */
export function makeSets(sites, part) {
  const options = read({
    sites: { type: "string" },
    out: { type: "string" },
    only: { type: "string" },
    list: { type: "string" },
  });
  if (!options.sites || !options.out) throw new InputError("expected --sites DIR and --out SETS");
  const out = resolve(options.out);
  const names = options.only?.split(",") ?? Object.keys(sites);
  const strange = names.find((name) => !sites[name]);
  if (strange) throw new InputError(`--only: expected ${Object.keys(sites).join(", ")}, found "${strange}"`);
  const chosen = names.map((name) => ({ name, ...sites[name] }));
  if (options.list) {
    const listed = table(
      ["set", "package", "queries", "queries.jsonl", "qrels_sections.tsv"],
      rowsOf(chosen, out),
    );
    writeFileSync(options.list, withParts(readFileSync(options.list, "utf8"), { [part]: listed }));
    return;
  }
  for (const { name, source, folder = name, sets } of chosen) {
    const root = join(resolve(options.sites), folder);
    if (!existsSync(root)) throw new InputError(`${root} not found: the pages of ${source}`);
    for (const [set, make] of Object.entries(sets)) {
      const queries = make(root).map((query, i) => ({ id: `${i + 1}`, ...query }));
      rmSync(join(out, set), { recursive: true, force: true });
      if (queries.length >= FEWEST) writeQueries(join(out, set), queries);
      say(`${set}: ${queries.length}`);
    }
  }
}

/** Sizes and hashes of the sets that are there. */
function rowsOf(sites, out) {
  const sets = sites.flatMap(({ source, sets: of }) => Object.keys(of).map((set) => ({ set, source })));
  return sets
    .filter(({ set }) => existsSync(join(out, set)))
    .map(({ set, source }) => {
      const contents = (name) => readFileSync(join(out, set, name));
      const answers = existsSync(join(out, set, "qrels_sections.tsv")) ? "qrels_sections.tsv" : "qrels.tsv";
      const hashes = ["queries.jsonl", answers].map((name) => {
        const hash = createHash("sha256").update(contents(name)).digest("hex");
        return `\`${hash.slice(0, 16)}\``;
      });
      return [set, source, `${contents("queries.jsonl")}`.trim().split("\n").length, ...hashes];
    });
}
