// Makes a set of many short records from an export, for measures of size: node cut.mjs --export DIR --to FILE
//   [--first PREFIX] [--sections N] [--words N]
// DIR is what `docfuse export opensearch` wrote. A record is a section with its title, its heading and its first words, so that
// hundreds of thousands can be embedded in an hour. Those of pages whose address begins with PREFIX come first, the others
// in the order of a hash, so that a smaller set is a part of each larger one.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { InputError, count, read, say } from "./lib/options.mjs";

/** Sections of fewer words say too little. */
const LEAST_WORDS = 5;

const options = read({
  export: { type: "string" },
  to: { type: "string" },
  first: { type: "string", default: "" },
  sections: { type: "string", default: "300000" },
  words: { type: "string", default: "24" },
});
if (!options.export || !options.to) throw new InputError("expected --export DIR and --to FILE");
const [most, words] = [count(options.sections, "sections"), count(options.words, "words")];

const folder = resolve(options.export);
const files = readdirSync(folder).filter((name) => name.endsWith(".ndjson"));
if (files.length === 0) throw new InputError(`--export: files *.ndjson expected, none found in ${folder}`);
const records = [];
for (const file of files.sort()) {
  for await (const line of createInterface({ input: createReadStream(join(folder, file)) })) {
    const { id, page, title, heading, text } = JSON.parse(line);
    // Lines between the sections name what is done with them.
    if (id === undefined) continue;
    const found = text.split(/\s+/).filter(Boolean);
    if (found.length < LEAST_WORDS) continue;
    const start = found.slice(0, words);
    const isFirst = options.first !== "" && page.startsWith(options.first);
    records.push({
      order: `${isFirst ? 0 : 1}${createHash("sha256").update(id).digest("hex")}`,
      line: JSON.stringify({ id, title, text: [...(heading ? [`${heading}.`] : []), ...start].join(" ") }),
    });
  }
}
records.sort((a, b) => (a.order < b.order ? -1 : 1));
const out = createWriteStream(resolve(options.to));
for (const { line } of records.slice(0, most)) out.write(`${line}\n`);
out.end();
await finished(out);
say(`${Math.min(most, records.length)} of ${records.length} sections written to ${options.to}`);
