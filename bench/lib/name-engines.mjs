// Docfuse and Pagefind over the same pages of a site, for queries by name: indexes, ranked pages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { treeHash } from "../sets/list.mjs";
import { writeQueries } from "../sets/make.mjs";
import { runBuild } from "./build.mjs";
import { rankings } from "./judged.mjs";
import { openPagefind } from "./pagefind-native.mjs";

/** Pages looked at for each query. */
export const DEPTH = 10;
/** Pages of a quoted query among which an answer must be, or the index lacks it. */
const QUOTED_DEPTH = 50;

const quoted = (text) => `"${text.replaceAll('"', " ")}"`;

/**
 * Docfuse's index in `folder`, without settings; with `model`, an encoder's folder, also for hybrid queries. `keep`: an
 * index that is there is not built again.
 */
export class Docfuse {
  #command;
  #folder;
  #index;

  constructor(command, folder) {
    this.#command = command;
    this.#folder = folder;
    this.#index = join(folder, "index");
  }

  async build(pages, model, keep) {
    if (keep && existsSync(join(this.#index, "docfuse.json"))) return;
    const dense = model ? ["--model", model] : ["--no-dense"];
    await runBuild([this.#command, "build", pages, "--out", this.#index, ...dense], this.#folder);
  }

  /** Ranked pages of each query `{ text, gold }`. */
  rank(queries, mode) {
    return this.#ask(queries, mode).map((pages) => pages.slice(0, DEPTH));
  }

  /** Of queries that did not find their answer: the pages that the same words find in quotes. */
  quoted(queries) {
    const asked = queries.map((query) => ({ ...query, text: quoted(query.text) }));
    return this.#ask(asked, "lexical").map((pages) => pages.slice(0, QUOTED_DEPTH));
  }

  #ask(queries, mode) {
    if (queries.length === 0) return [];
    const set = join(this.#folder, "queries");
    const numbered = queries.map(({ text, gold }, i) => ({ id: `${i}`, text, pages: gold, sections: [] }));
    writeQueries(set, numbered);
    const found = rankings(this.#command, this.#index, set, ["--mode", mode], join(set, "runs.txt"));
    return queries.map((_, i) => (found.get(`${i}`) ?? []).map(decodeURIComponent));
  }
}

/** Pagefind's index in `folder`. Index and answers are kept: neither changes with a build of Docfuse. */
export class Pagefind {
  #engine;
  #folder;
  #answers;
  #asked = new Map();
  #search;

  constructor(engine, folder) {
    this.#engine = engine;
    this.#folder = folder;
    this.#answers = join(folder, "answers.json");
  }

  /** `site` is `{ content, ignore }`. */
  async build(pages, { content, ignore }) {
    const command = this.#engine.build({ pages, content, ignore }, join(this.#folder, "www"));
    const stamp = createHash("sha256")
      .update(JSON.stringify([this.#engine.version, command, treeHash(pages)]))
      .digest("hex");
    const file = join(this.#folder, "stamp");
    if (existsSync(file) && readFileSync(file, "utf8") === stamp) {
      if (existsSync(this.#answers)) this.#asked = new Map(JSON.parse(readFileSync(this.#answers, "utf8")));
      return;
    }
    await runBuild(command, this.#folder);
    writeFileSync(file, stamp);
  }

  rank(queries) {
    return this.#ask(queries, ({ text }) => text, DEPTH);
  }

  quoted(queries) {
    return this.#ask(queries, ({ text }) => quoted(text), QUOTED_DEPTH);
  }

  async #ask(queries, textOf, depth) {
    const answers = [];
    for (const query of queries) {
      const text = textOf(query);
      if (!this.#asked.has(text)) {
        this.#search ??= await openPagefind(join(this.#folder, "www", "pagefind"));
        this.#asked.set(text, await this.#search(text, depth));
      }
      answers.push(this.#asked.get(text));
    }
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#answers, JSON.stringify([...this.#asked]));
    return answers;
  }
}
