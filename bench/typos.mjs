// Writes a query set with typing errors: node typos.mjs --set DIR --out DIR [--count N] [--seed N]
//
// DIR holds queries.jsonl and qrels.tsv; the new folder gets files of the same names, for `docfuse eval`. run.mjs makes
// the same queries itself.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InputError, count, read } from "./lib/options.mjs";
import { TYPOS, readSet } from "./lib/queries.mjs";
import { withTypingErrors } from "./lib/typing-errors.mjs";

const options = read({
  set: { type: "string" },
  out: { type: "string" },
  count: { type: "string", default: String(TYPOS.count) },
  seed: { type: "string", default: String(TYPOS.seed) },
});
if (!options.set || !options.out) throw new InputError("expected --set DIR and --out DIR");
const queries = withTypingErrors(
  readSet(options.set),
  count(options.count, "count"),
  count(options.seed, "seed"),
);
const lines = queries.map(({ id, text, original }) => JSON.stringify({ _id: id, text, original }));
const judgements = queries.flatMap(({ id, gold }) => gold.map((page) => `${id}\t${page}\t1`));
mkdirSync(options.out, { recursive: true });
writeFileSync(join(options.out, "queries.jsonl"), `${lines.join("\n")}\n`);
writeFileSync(join(options.out, "qrels.tsv"), `query-id\tcorpus-id\tscore\n${judgements.join("\n")}\n`);
process.stdout.write(`${queries.length} queries in ${options.out}\n`);
