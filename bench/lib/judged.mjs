// Rankings of `docfuse eval`, query by query.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Runs the command; returns what it prints. */
export function run(docfuse, args) {
  const { status, stdout, stderr } = spawnSync(docfuse, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`docfuse ${args.join(" ")}: ${stderr}`);
  return stdout;
}

/** The pages or sections (`level`) that each query of a set found, best first; writes `file`. */
export function rankings(docfuse, index, set, mode, level, file) {
  const judged = ["--queries", join(set, "queries.jsonl"), "--qrels", join(set, "qrels.tsv")];
  run(docfuse, ["eval", index, ...judged, "--mode", mode, "--level", level, "--json", "--runs", file]);
  const found = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [query, , document, , , tag] = line.split(" ");
    if (tag === "fused") found.set(query, [...(found.get(query) ?? []), document]);
  }
  return found;
}
