// What quantization costs the ranking: the same command with the encoder as shipped and with its f32 form.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { docfuse } from "./programs.mjs";

/** Sets of BEIR form. */
export const QUALITY_SETS = ["scifact", "ray-docs"];

const MODES = ["dense", "hybrid"];

/** nDCG@10 by mode of the index that the model folder makes of a set's corpus. */
export function ndcg({ command, cache }, set, model, index) {
  mkdirSync(index, { recursive: true });
  const corpus = join(set, "corpus.jsonl");
  docfuse(command, ["build", "--jsonl", corpus, "--out", index, "--model", model, "--cache", cache]);
  const known = ["--queries", join(set, "queries.jsonl"), "--qrels", join(set, "qrels.tsv")];
  const { modes } = JSON.parse(docfuse(command, ["eval", index, ...known, "--json"]).text);
  return Object.fromEntries(
    MODES.map((mode) => {
      const value = modes[mode]?.["ndcg@10"];
      // An encoder that does not load leaves hybrid to words alone, which is no figure of it.
      if (!(modes.dense?.["ndcg@10"] > 0)) throw new Error(`${index}: nothing was found by meaning`);
      return [mode, value];
    }),
  );
}
