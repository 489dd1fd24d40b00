// The effect of quantization on ranking: nDCG@10 with the encoder as shipped and with its f32 weights.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { docfuse } from "./programs.mjs";

/** Sets in BEIR's format. */
export const QUALITY_SETS = ["scifact", "ray-docs"];

const MODES = ["dense", "hybrid"];

/** nDCG@10 by mode, on an index of the set's corpus built with the model folder. */
export function ndcg({ command, cache }, set, model, index) {
  mkdirSync(index, { recursive: true });
  const corpus = join(set, "corpus.jsonl");
  docfuse(command, ["build", "--jsonl", corpus, "--out", index, "--model", model, "--cache", cache]);
  const known = ["--queries", join(set, "queries.jsonl"), "--qrels", join(set, "qrels.tsv")];
  const { modes } = JSON.parse(docfuse(command, ["eval", index, ...known, "--json"]).text);
  return Object.fromEntries(
    MODES.map((mode) => {
      const value = modes[mode]?.["ndcg@10"];
      // If the encoder does not load, hybrid search has lexical hits only.
      if (!(modes.dense?.["ndcg@10"] > 0)) throw new Error(`${index}: the dense retriever found nothing`);
      return [mode, value];
    }),
  );
}
