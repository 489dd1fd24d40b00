// Sets whose answers are sections, in folders: their hashes, their queries, and what an index answers.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { run } from "./judged.mjs";
import { table } from "./markdown.mjs";

/** A table of the sets that are there, `{ name, source }`, with their sizes and hashes. */
export function hashesOf(sets, out) {
  const hash = (name, of) =>
    createHash("sha256")
      .update(readFileSync(join(out, name, of)))
      .digest("hex")
      .slice(0, 16);
  const rows = sets
    .filter(({ name }) => existsSync(join(out, name)))
    .map(({ name, source }) => {
      const file = existsSync(join(out, name, "qrels_sections.tsv")) ? "qrels_sections.tsv" : "qrels.tsv";
      const hashes = ["queries.jsonl", file].map((of) => `\`${hash(name, of)}\``);
      return [name, source, queriesOf(join(out, name)).length, ...hashes];
    });
  return table(["set", "package", "queries", "queries.jsonl", "qrels_sections.tsv"], rows);
}

/** The queries of a set, `{ text, sections }`; pages where no answer is a section. */
export function queriesOf(folder) {
  const lines = (file) => readFileSync(join(folder, file), "utf8").trim().split("\n");
  const file = existsSync(join(folder, "qrels_sections.tsv")) ? "qrels_sections.tsv" : "qrels.tsv";
  const sections = new Map();
  for (const line of lines(file).slice(1)) {
    const [id, section] = line.split("\t");
    sections.set(id, [...(sections.get(id) ?? []), section]);
  }
  return lines("queries.jsonl").map((line) => {
    const { _id, text } = JSON.parse(line);
    return { text, sections: sections.get(_id) };
  });
}

/** The first hits of a text by words. */
export function firstHits(command, index, text, most) {
  const asked = ["query", index, "--mode", "lexical", "--limit", `${most}`, "--json", "--", text];
  return JSON.parse(run(command, asked)).hits;
}

/** Bytes of all files of a folder. */
export function bytesOf(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
