// Rankings of `docfuse eval` query by query, and their nDCG@10.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const DEPTH = 10;

/** Runs the command; returns what it printed. */
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

/** Grades of pages by query. */
export function gradesOf(set) {
  const grades = new Map();
  for (const line of readFileSync(join(set, "qrels.tsv"), "utf8").trim().split("\n").slice(1)) {
    const [query, page, grade] = line.split("\t");
    if (!grades.has(query)) grades.set(query, new Map());
    grades.get(query).set(page, Number(grade));
  }
  return grades;
}

/** nDCG@10 of pages, of which the first of equal ones counts. */
export function ndcg(pages, grades) {
  const found = [...new Set(pages)].slice(0, DEPTH);
  const gain = (numbers) => numbers.reduce((sum, grade, at) => sum + grade / Math.log2(at + 2), 0);
  const best = gain([...grades.values()].sort((a, b) => b - a).slice(0, DEPTH));
  return best > 0 ? gain(found.map((page) => grades.get(page) ?? 0)) / best : 0;
}
