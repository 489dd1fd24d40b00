// What failed once works the next time: a host fails for a while, and a browser keeps what it got. After the fault has
// ended, the reader tries again, or loads the page anew, and must get a whole answer.
//
//   DOCFUSE_BIN=… DOCFUSE_MODEL=… node tests/robustness/stored-faults.mjs [--engine Chromium] [--only worker]
import { pathToFileURL } from "node:url";
import { table } from "../../bench/lib/markdown.mjs";
import { launchChromium } from "../browser/chromium.mjs";
import { ENGINES } from "../browser/engines.mjs";
import { serve } from "../browser/server.mjs";
import { pageIn, smallSite } from "../browser/small-site.mjs";
import { PATIENCE_MS } from "../browser/still.mjs";

/** The files that fail, by the name of their kind, and whether only search by meaning needs them. */
export const FILES = {
  manifest: { of: /\/docfuse\.json$/ },
  worker: { of: /\/docfuse-worker\.js$/ },
  interface: { of: /\/docfuse-ui\.js$/ },
  blocks: { of: /\/(terms|texts)-/ },
  "script of search by meaning": { of: /\/docfuse-dense\.js$/, byMeaning: true },
  module: { of: /\/docfuse_full/, byMeaning: true },
  encoder: { of: /\/(model|first|tokenizer)-/, byMeaning: true },
};

const status = (code) => (reply) =>
  Object.assign(reply, { status: code, body: Buffer.from("an error"), content: undefined });

/** What goes wrong with a reply. */
export const FAULTS = {
  404: status(404),
  403: status(403),
  503: status(503),
  "a page": (reply) => {
    status(200)(reply);
    reply.body = Buffer.from("<!doctype html><title>Welcome</title>");
    reply.headers["content-type"] = "text/html";
  },
  empty: (reply) => (reply.body = Buffer.alloc(0)),
  "cut short": (reply) => (reply.body = reply.body.subarray(0, reply.body.length >> 1)),
  "connection cut": (reply) => (reply.sending.cut = true),
};

const caching = (value) => (reply) => {
  if (value && !reply.path.endsWith(".html")) reply.headers["cache-control"] = value;
};

/** What a host says of how long its replies may be kept, errors among them. */
export const CACHING = { "no header": undefined, immutable: "public, max-age=31536000, immutable" };

/** What the reader does when the fault has ended. */
export const TRIES = ["tries again", "loads the page anew"];

/** Milliseconds in which what is wrong is said: the fault ends behind it, where nothing is. */
const FAULT_MS = 25_000;

const PASSING = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => event.respondWith(fetch(event.request)));`;

/** The site of the trials; `remove` deletes it. */
export function trialSite() {
  const text = "An owl hunts at night, above the fields of the north. ";
  const page = (attributes) =>
    pageIn("en", "Birds", text.repeat(20)).replace("<docfuse-search>", `<docfuse-search ${attributes}>`);
  return smallSite(
    {
      "words.html": page(`encoder="off" dense="off"`),
      "meaning.html": page(`encoder="eager"`),
      "sw.js": PASSING,
    },
    [],
    { vectors: true },
  );
}

/** In the page: types a query if `text` says one, or tries again, and waits for the outcome for so many milliseconds. */
async function ask({ text, wanted, limit }) {
  const host = document.querySelector("docfuse-search");
  const seen = (node) => node?.checkVisibility() && getComputedStyle(node).visibility === "visible";
  const retry = () => [...(host.shadowRoot?.querySelectorAll(".retry") ?? [])].find(seen);
  if (text === undefined) retry()?.click();
  else {
    globalThis.docfuseWhole = false;
    document.addEventListener("docfuse-answer", ({ detail }) => {
      const lacks = detail.degraded !== null || detail.pending.length > 0;
      globalThis.docfuseWhole = detail.query === text && detail.hits.length > 0 && !lacks;
    });
    await customElements.whenDefined("docfuse-search");
    host.show(text);
  }
  for (const end = Date.now() + limit; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (globalThis.docfuseWhole && !retry()) return "whole";
    if (wanted === "failed" && retry()) return "failed";
  }
  return retry() ? "failed" : "silent";
}

/** The browsers of the trials: `open(body)` runs `body` with one that has kept nothing of the origin. */
export async function launch(name) {
  if (name !== "Chromium") {
    const { skip, launch } = ENGINES.find((engine) => engine.name === name);
    if (skip) return { skip };
    const browser = await launch();
    return { open: (body) => body(browser), close: () => browser.close() };
  }
  const browser = await launchChromium();
  return {
    async open(body) {
      // Requests that Playwright routes, as `newPage` does, are never answered from the cache.
      const context = await browser.newContext();
      const page = await context.newPage();
      try {
        return await body({
          goto: (url) => page.goto(url),
          evaluate: (work, argument) => page.evaluate(work, argument),
        });
      } finally {
        await context.close();
      }
    },
    close: () => browser.close(),
  };
}

/**
 * What the reader gets: first during the fault, then after it. `worker`: whether a service worker, which passes all on, is
 * between.
 */
export async function trial(engine, site, { file, fault, kept, next, worker = false }) {
  const { of, byMeaning } = FILES[file];
  const server = await serve(site.folder);
  const keep = caching(CACHING[kept]);
  try {
    return await engine.open(async (browser) => {
      const url = `${server.url}${byMeaning ? "meaning" : "words"}.html`;
      if (worker) {
        await browser.goto(`${server.url}sw.js`);
        await browser.goto(url);
        await browser.evaluate(async () => {
          await navigator.serviceWorker.register("/sw.js");
          await navigator.serviceWorker.ready;
        });
      }
      const fail = (reply) => of.test(reply.path) && reply.status < 300 && FAULTS[fault](reply);
      server.habits = [keep, fail];
      await browser.goto(url);
      const before = await browser.evaluate(ask, { text: "owl hunts", wanted: "failed", limit: FAULT_MS });
      server.habits = [keep];
      const after = { text: undefined, wanted: "whole", limit: PATIENCE_MS };
      if (next === "loads the page anew") {
        await browser.goto(url);
        after.text = "owl hunts";
      }
      return [before, await browser.evaluate(ask, after)];
    });
  } finally {
    await server.close();
  }
}

/** All trials of an engine in which `isMeant`. */
export function trials(isMeant) {
  const every = [];
  for (const file of Object.keys(FILES))
    for (const fault of Object.keys(FAULTS))
      for (const kept of Object.keys(CACHING))
        for (const next of TRIES) every.push({ file, fault, kept, next });
  for (const file of Object.keys(FILES))
    every.push({ file, fault: "404", kept: "immutable", next: "tries again", worker: true });
  return every.filter(isMeant);
}

async function main() {
  const given = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
  const engines = process.argv.includes("--engine") ? [given("engine")] : ["Chromium", "Firefox", "WebKit"];
  const only = process.argv.includes("--only") && given("only");
  const site = trialSite();
  const rows = new Map();
  const failures = [];
  try {
    for (const name of engines) {
      const engine = await launch(name);
      if (engine.skip) throw new Error(engine.skip);
      for (const each of trials(({ file }) => !only || file === only)) {
        const outcome = await trial(engine, site, each).catch((error) => ["", String(error).slice(0, 60)]);
        const key = `${each.file} | ${name}`;
        const row = rows.get(key) ?? new Map();
        rows.set(key, row);
        const [good, all] = row.get(each.fault) ?? [0, 0];
        const isGood = outcome[1] === "whole";
        row.set(each.fault, [good + isGood, all + 1]);
        if (!isGood) failures.push([name, ...Object.values(each), ...outcome]);
        process.stderr.write(`${name} ${Object.values(each).join(", ")}: ${outcome.join(", then ")}\n`);
      }
      await engine.close();
    }
  } finally {
    site.remove();
  }
  const faults = Object.keys(FAULTS);
  const cells = [...rows].map(([key, row]) => [
    ...key.split(" | "),
    ...faults.map((fault) => (row.get(fault) ?? []).join(" of ")),
  ]);
  console.log(table(["file", "engine", ...faults], cells));
  for (const failure of failures) console.log(failure.join(" | "));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) await main();
