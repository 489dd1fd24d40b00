// `docfuse/node`: makes an index of pages, records and folders, and queries and measures it. The command does the work.
// Nothing of it throws or rejects for a reason that docfuse finds: results have an `error`. `openIndex` searches without the
// command, and rejects as `open` of the package does.
import { command, environment } from "../bin/command.mjs";
import { Pipe, PROTOCOL } from "./pipe.js";

/** Options of `createIndex` by their names in the protocol. */
const CREATE = {
  settings: "settings",
  config: "config",
  model: "model",
  dense: "dense",
  cache: "cache",
  offline: "offline",
  precacheManifest: "precache_manifest",
};

/** Options of queries by their names in the protocol. */
const QUERY = {
  mode: "mode",
  limit: "limit",
  offset: "offset",
  textLength: "text_length",
  maxPerPage: "max_per_page",
  explain: "explain",
  prefix: "prefix",
  minimumShouldMatch: "minimum_should_match",
  match: "match",
  filters: "filters",
  sort: "sort",
  version: "version",
  facets: "facets",
  docAggregates: "doc_aggregates",
  minScore: "min_score",
  similarityThreshold: "similarity_threshold",
  language: "language",
};

/** `options` with the protocol's names, of which unknown ones are left for the command to refuse. */
function renamed(options, names) {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [names[name] ?? name, value]));
}

function started({ command: file, cwd }) {
  try {
    return { pipe: new Pipe(file ?? command(), { cwd, env: environment() }) };
  } catch (error) {
    return { error: { code: "start", message: error.message } };
  }
}

/** Begins an index. */
export async function createIndex({ command, cwd, onEvent, ...options } = {}) {
  const { pipe, error } = started({ command, cwd });
  if (error) return { error };
  const params = { protocol: PROTOCOL, ...renamed(options, CREATE) };
  const created = await pipe.ask("create", params, onEvent);
  if (!created.error) return { index: new Index(pipe, onEvent) };
  await pipe.close();
  return created;
}

class Index {
  #pipe;
  #onEvent;
  /** Who iterates over events: each is called with an event, and with none at the end. */
  #listeners = new Set();

  constructor(pipe, onEvent) {
    this.#pipe = pipe;
    this.#onEvent = (event) => {
      onEvent?.(event);
      for (const listener of this.#listeners) listener(event);
    };
  }

  async *events() {
    const events = [];
    let wake = () => {};
    const listener = (event) => {
      events.push(event);
      wake();
    };
    this.#listeners.add(listener);
    try {
      for (;;) {
        while (events.length === 0) await new Promise((resolve) => (wake = resolve));
        const event = events.shift();
        if (!event) return;
        yield event;
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  async addHtml({ url, html }) {
    const added = await this.#ask("add_html", { url, html });
    return added.error ? added : { leftOut: added.left_out ?? undefined };
  }

  addRecord(record) {
    return this.#ask("add_record", { record });
  }

  replaceRecord(record) {
    return this.#ask("replace_record", { record });
  }

  remove({ id, url }) {
    return this.#ask("remove", { id, url });
  }

  addFolder(path, { at, followLinks } = {}) {
    return this.#ask("add_folder", { path, at, follow_links: followLinks });
  }

  async build({ out }) {
    return summed(await this.#ask("build", { out }));
  }

  async buildFiles() {
    const files = [];
    let pieces = [];
    const built = await this.#ask("build", { files: true }, (event) => {
      if (event.kind !== "file") return this.#onEvent(event);
      pieces.push(Buffer.from(event.content, "base64"));
      if (event.last) {
        files.push({ name: event.name, content: new Uint8Array(Buffer.concat(pieces)) });
        pieces = [];
      }
    });
    return built.error ? built : { ...summed(built), files };
  }

  async query(text, options = {}) {
    const { minimumShouldMatch, ...rest } = options;
    const rule = minimumShouldMatch === undefined ? undefined : String(minimumShouldMatch);
    const params = { text, ...renamed({ ...rest, minimumShouldMatch: rule }, QUERY) };
    const found = await this.#ask("query", params);
    if (found.error) return found;
    const { doc_aggregates: docAggregates, hits, ...answer } = found;
    return { answer: { ...answer, docAggregates, hits: hits.map(explained) } };
  }

  async evaluate(queries, { mode, language } = {}) {
    const report = await this.#ask("evaluate", { queries, mode, language });
    return report.error ? report : { report: camelCased(report) };
  }

  async close() {
    await this.#pipe.close();
    for (const listener of this.#listeners) listener();
  }

  [Symbol.asyncDispose ?? Symbol("asyncDispose")]() {
    return this.close();
  }

  #ask(method, params, onEvent = this.#onEvent) {
    return this.#pipe.ask(method, params, onEvent);
  }
}

/** What a build is of, with names as here. */
function summed(built) {
  if (built.error) return built;
  const { left_out: leftOut, ...rest } = built;
  return { ...rest, leftOut };
}

/** Opens an index that is built. Its modules are loaded only here: most programs build alone. */
export async function openIndex(base, options) {
  const search = await import("./search.js");
  return search.openIndex(base, options);
}

/** Runs `docfuse build` on the built site in a folder. */
export async function buildSite(site, { command, cwd, onEvent, ...options } = {}) {
  const { pipe, error } = started({ command, cwd });
  if (error) return { error };
  const built = await pipe.ask("build_site", { ...options, site }, onEvent);
  await pipe.close();
  return built;
}

/** A hit whose explanation has names as in the browser. */
function explained({ explanation, ...hit }) {
  return explanation ? { ...hit, explanation: camelCased(explanation) } : hit;
}

/** What the command says, with names as in JavaScript. Not for objects whose keys are texts of pages. */
function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    camelCased(each),
  ]);
  return Object.fromEntries(entries);
}
