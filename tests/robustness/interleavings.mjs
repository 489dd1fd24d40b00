// A reader searches while a host that updates file by file takes over a new index: files come and go in any order, some
// are cut off for a while, manifests too, and the reader's browser caches what it got. Every answer must be that of one
// generation, or must say what is missing and show hits of one generation alone; when all files are there, the reader's
// page must come to the new generation by itself. Sites have two languages, each with a manifest, and readers read one.
//
//   DOCFUSE_BIN=… DOCFUSE_PKG=… node tests/robustness/interleavings.mjs [--times 500] [--seed N]
//
// Runs the client and the worker of the npm package, with their WebAssembly module, in this process.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { table } from "../../bench/lib/markdown.mjs";
import { randomFrom } from "../../bench/lib/random.mjs";
import { required } from "../browser/chromium.mjs";
import { run, scratch, times, writeEdition } from "./command.mjs";

const BASE = "http://docs.test/docfuse/";
const EDITIONS = ["walnut", "chestnuts"];
/** Of a site's pages, and how many. */
const LANGUAGES = { en: 40, de: 16 };
/** Texts and offsets to ask for; the mark of an edition finds sections of this edition only. */
const QUERIES = [
  "index thread",
  "walnut owner",
  "chestnuts owner",
  "everlasting",
  "borow panik",
  '"Section 2"',
  "trait closure module",
];
const OFFSETS = [0, 10, 20, 30];

/** A static host whose files change while it is asked, and the HTTP cache of one browser. */
class Host {
  files = new Map();
  /** Steps of the deployment under way: functions that change a file. */
  steps = [];
  /** Whether all files are there. */
  isSettled = false;
  /** Number of requests. */
  requests = 0;
  #cache = new Map();
  #pick;

  constructor(pick) {
    this.#pick = pick;
  }

  /** Deploys `next` file by file, in a random order: new and changed files, half of them cut off at first, then none. */
  deploy(next) {
    const steps = [];
    for (const [name, content] of next) {
      if (this.files.get(name)?.equals(content)) continue;
      const put = [() => this.files.set(name, content)];
      if (this.#pick() < 0.5)
        put.unshift(() =>
          this.files.set(name, content.subarray(0, Math.floor(content.length * this.#pick()))),
        );
      steps.push({ at: this.#pick(), step: put[0] });
      if (put[1]) steps.push({ at: steps.at(-1).at + this.#pick() / 2, step: put[1] });
    }
    for (const name of this.files.keys()) {
      if (!next.has(name)) steps.push({ at: this.#pick() * 1.5, step: () => this.files.delete(name) });
    }
    this.steps = steps.sort((a, b) => a.at - b.at).map(({ step }) => step);
  }

  /** Does up to `count` further steps. */
  advance(count) {
    for (const step of this.steps.splice(0, count)) step();
  }

  /** As a browser's `fetch`, with its cache modes. */
  fetch = async (url, { headers, cache = "default" } = {}) => {
    await undefined;
    this.requests += 1;
    if (this.#pick() < 0.3) this.advance(1);
    const { pathname } = new URL(url);
    const range = new Headers(headers).get("range");
    const key = `${url} ${range}`;
    const known = this.#cache.get(key);
    if (cache === "force-cache" && known) return known();
    const content = this.files.get(pathname.replace("/docfuse/", ""));
    const make = respond(content, range);
    if (content) this.#cache.set(key, make);
    if (this.#pick() < 0.2) this.advance(1);
    return make();
  };
}

/** Makes responses to a request for a file. */
function respond(content, range) {
  if (!content) return () => new Response("", { status: 404 });
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  if (from === undefined) return () => new Response(content);
  if (Number(from) >= content.length) return () => new Response("", { status: 416 });
  const part = content.subarray(Number(from), Number(to) + 1);
  const headers = { "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${content.length}` };
  return () => new Response(part, { status: 206, headers });
}

/** Starts the package's worker in this process: a new instance of its script each time. */
class LocalWorker extends EventTarget {
  static #started = 0;
  #send = [];

  constructor(script) {
    super();
    const waiting = [];
    this.#send = (data) => waiting.push(data);
    LocalWorker.#started += 1;
    globalThis.postMessage = (data) =>
      queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data })));
    // The script reads both globals while it starts.
    void import(`${script}?${LocalWorker.#started}`).then(() => {
      const { onmessage } = globalThis;
      this.#send = (data) => onmessage({ data });
      waiting.forEach(this.#send);
    });
  }

  set onmessage(listener) {
    this.addEventListener("message", listener);
  }

  set onerror(_) {}

  set onmessageerror(_) {}

  postMessage(data) {
    this.#send(structuredClone(data));
  }

  terminate() {}
}

/** Builds both editions; their files, with the manifest. */
async function generations(folder) {
  const built = EDITIONS.map(async (edition) => {
    const [site, index] = [join(folder, edition), join(folder, `${edition}-index`)];
    for (const [language, pages] of Object.entries(LANGUAGES))
      writeEdition(join(site, language), edition, pages, language);
    const { code, output } = await run([
      "build",
      site,
      "--out",
      index,
      "--no-dense",
      "--cache",
      join(folder, "cache"),
    ]);
    assert.equal(code, 0, output);
    // Scripts come from the package: they change with the version of Docfuse alone.
    const isIndex = (name) => /^docfuse(\.\w+)?\.json$/.test(name) || /-[0-9a-f]{16}/.test(name);
    return new Map(
      readdirSync(index)
        .filter(isIndex)
        .map((name) => [name, readFileSync(join(index, name))]),
    );
  });
  return Promise.all(built);
}

const shown = ({ hits, total, corrections }) =>
  JSON.stringify({ hits: hits.map(({ url, score }) => [String(url), score]), total, corrections });

/** The editions whose mark is in an answer's texts. */
const marks = (answer) => EDITIONS.filter((edition) => JSON.stringify(answer.hits).includes(edition));

/** Runs `count` deployments, each with a reader. Returns how often what happened. */
export async function interleavings(count, seed = 1) {
  const { folder, remove } = scratch();
  const [now, timeout] = [Date.now, globalThis.setTimeout];
  const found = {
    deployments: 0,
    "of them with a reader of the second language": 0,
    answers: 0,
    "of the old index": 0,
    "of the new index": 0,
    "of both": 0,
    "with something missing": 0,
    "failed openings": 0,
    "missing when all files were there": 0,
    "queries until healed, at most": 0,
    "pages with all of the old index in memory": 0,
  };
  try {
    const packaged = resolve(required("DOCFUSE_PKG", "the npm package"));
    const page = {
      Worker: LocalWorker,
      document: { baseURI: BASE, documentElement: { lang: "en" } },
      location: new URL(BASE),
      navigator: {},
    };
    for (const [name, value] of Object.entries(page)) {
      Object.defineProperty(globalThis, name, { value, configurable: true });
    }
    const { open } = await import(pathToFileURL(join(packaged, "index.js")).href);
    const script = (kind) => `docfuse-worker${kind === "languages" ? "-languages" : ""}.js`;
    const worker = (kind) => new LocalWorker(pathToFileURL(join(packaged, script(kind))).href);
    const editions = await generations(folder);
    // Pauses of the client pass at once, and the time in which it leaves failed ranges alone; limits do not.
    let ahead = 0;
    const LIMIT_MS = 10_000;
    Date.now = () => now() + ahead;
    globalThis.setTimeout = (body, ms, ...rest) => timeout(body, ms < LIMIT_MS ? 0 : ms, ...rest);
    const expected = [];
    const openOn = (host, language) => {
      globalThis.fetch = host.fetch;
      return open({ base: BASE, encoder: "off", worker, language });
    };
    for (const files of editions) {
      const host = new Host(() => 1);
      host.files = new Map(files);
      const answers = new Map();
      for (const language of Object.keys(LANGUAGES)) {
        const search = await openOn(host, language);
        for (const text of QUERIES) {
          for (const offset of OFFSETS)
            answers.set(
              language + text + offset,
              shown(await search.query(text, { mode: "lexical", offset })),
            );
        }
        search.close();
      }
      expected.push(answers);
    }
    for (let number = 0; number < count; number += 1) {
      const pick = randomFrom(seed + number);
      const old = number % 2;
      const host = new Host(pick);
      host.files = new Map(editions[old]);
      host.deploy(editions[1 - old]);
      const language = pick() < 0.3 ? "de" : "en";
      found.deployments += 1;
      found["of them with a reader of the second language"] += Number(language === "de");
      let search;
      let isNew = false;
      const where = `deployment of seed ${seed + number}, ${language}`;
      /** Asks and checks one answer; whether it is the whole one of the new generation. */
      const ask = async () => {
        const [text, offset] = [QUERIES, OFFSETS].map((all) => all[Math.floor(pick() * all.length)]);
        ahead += 1500;
        if (!search) {
          try {
            search = await openOn(host, language);
          } catch (error) {
            assert.equal(error.name, "DocfuseError", `${where}: ${error.stack}`);
            found["failed openings"] += 1;
            return false;
          }
        }
        const answer = await search.query(text, { mode: "lexical", offset });
        const of = EDITIONS.filter(
          (_, edition) => expected[edition].get(language + text + offset) === shown(answer),
        );
        found.answers += 1;
        if (answer.degraded?.length > 0) {
          found["with something missing"] += 1;
          found["missing when all files were there"] += Number(host.isSettled);
          assert.ok(
            answer.degraded.every(({ code, file }) => code && file),
            `${where}: ${JSON.stringify(answer.degraded)}`,
          );
          assert.ok(marks(answer).length < 2, `${where}: hits of both: ${JSON.stringify(answer.hits)}`);
          return false;
        }
        assert.ok(of.length > 0, `${where}: "${text}" has the answer of no generation: ${shown(answer)}`);
        if (of.length === 2) found["of both"] += 1;
        else found[of[0] === EDITIONS[old] ? "of the old index" : "of the new index"] += 1;
        isNew ||= of.length === 1 && of[0] === EDITIONS[1 - old];
        assert.ok(!isNew || of.includes(EDITIONS[1 - old]), `${where}: back to the old generation`);
        return isNew;
      };
      while (host.steps.length > 0) {
        if (pick() < 0.7) await ask();
        host.advance(Math.floor(pick() * 4));
      }
      // All is there. An answer that needs nothing new may still be the old one; one that does brings the new generation.
      let asked = 0;
      host.isSettled = true;
      let silentSince = { asked, requests: host.requests };
      while (!(await ask())) {
        asked += 1;
        if (host.requests > silentSince.requests) silentSince = { asked, requests: host.requests };
        assert.ok(asked < 100, `${where}: never healed`);
        if (asked - silentSince.asked < 50) continue;
        // The reader has all of the old index in memory; the next page that is opened has the new one.
        found["pages with all of the old index in memory"] += 1;
        search.close();
        search = undefined;
        asked = 0;
        silentSince = { asked, requests: host.requests };
      }
      found["queries until healed, at most"] = Math.max(found["queries until healed, at most"], asked);
      for (let again = 0; again < 5; again += 1) assert.ok(await ask(), `${where}: not healed for good`);
      search.close();
    }
  } finally {
    [Date.now, globalThis.setTimeout] = [now, timeout];
    remove();
  }
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const at = process.argv.indexOf("--seed");
  const found = await interleavings(times(500), at < 0 ? 1 : Number(process.argv[at + 1]));
  console.log(table(["what", "count"], Object.entries(found)));
}
