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

/** The documents that each query of a set found, best first. `args` are further ones of `docfuse eval`; writes `file`. */
export function rankings(docfuse, index, set, args, file) {
  const judged = ["--queries", join(set, "queries.jsonl"), "--qrels", join(set, "qrels.tsv")];
  run(docfuse, ["eval", index, ...judged, ...args, "--json", "--runs", file]);
  const found = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [query, , document, , , tag] = line.split(" ");
    if (tag === "fused") found.set(query, [...(found.get(query) ?? []), document]);
  }
  return found;
}
