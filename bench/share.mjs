// Which share of the encoder's gain over words the lexicon keeps:
//   node share.mjs --docfuse BIN --set INDEX=SET [--set INDEX=SET …] --work DIR
// Asks each index the queries of its set (queries.jsonl, qrels.tsv) by words alone, by words and lexicon, and by words and
// encoder. Prints nDCG@10 of the three, and the share that the lexicon keeps of the pooled gain, with an interval: 95 % of
// samples of as many queries, drawn with repeats within each set.
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { gradesOf, ndcg, rankings } from "./lib/judged.mjs";
import { InputError, read } from "./lib/options.mjs";
import { randomFrom } from "./lib/random.mjs";
import { percentile } from "./lib/statistics.mjs";

const SAMPLES = 4_000;

/** Arguments of `docfuse eval` for each way to ask. */
const WAYS = {
  lexical: ["--mode", "lexical"],
  lexicon: ["--mode", "hybrid", "--dense", "lexicon"],
  encoder: ["--mode", "hybrid"],
};

const options = read({
  docfuse: { type: "string" },
  set: { type: "string", multiple: true, default: [] },
  work: { type: "string" },
});
const pairs = options.set.map((pair) => pair.split("="));
if (!options.docfuse || !options.work || pairs.length === 0 || pairs.some(({ length }) => length !== 2))
  throw new InputError("expected --docfuse BIN, --set INDEX=SET and --work DIR");
mkdirSync(options.work, { recursive: true });

console.log("| set | lexical | with lexicon | with encoder | share |");
console.log("|---|---|---|---|---|");
const sets = pairs.map(([index, set]) => measured(index, set));
const random = randomFrom(1);
const drawn = (gains) => gains.map(() => gains[Math.floor(random() * gains.length)]);
const samples = Array.from({ length: SAMPLES }, () => share(sets.map(drawn)));
const bounds = [0.025, 0.975].map((at) => percentile(samples, at).toFixed(2));
console.log(
  `\nPooled over ${sets.flat().length} queries: ${share(sets).toFixed(3)} (${bounds.join(" to ")}, ${SAMPLES} samples).`,
);

/** nDCG@10 of each query of a set by way; prints their means. */
function measured(index, set) {
  const grades = gradesOf(set);
  const found = Object.entries(WAYS).map(([way, args]) => [
    way,
    rankings(options.docfuse, index, set, args, join(options.work, `${basename(set)}.${way}.run`)),
  ]);
  const gains = [...grades].map(([query, known]) =>
    Object.fromEntries(found.map(([way, pages]) => [way, ndcg(pages.get(query) ?? [], known)])),
  );
  const means = Object.keys(WAYS).map((way) => mean(gains.map((gain) => gain[way])).toFixed(4));
  const kept = share([gains]);
  const cell = Number.isFinite(kept) ? kept.toFixed(2) : "";
  console.log(`| ${basename(set)} (${gains.length}) | ${means.join(" | ")} | ${cell} |`);
  return gains;
}

/** The lexicon's gain over words in all queries of the sets, divided by the encoder's. */
function share(parts) {
  const gains = parts.flat();
  const over = (way) => mean(gains.map((gain) => gain[way] - gain.lexical));
  return over("lexicon") / over("encoder");
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
