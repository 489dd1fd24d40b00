// Answers by a model to questions with known pages: node answers.mjs --index DIR --set DIR --answerer URL
//
// DIR of the index is as `docfuse build` writes it; the set has `queries.jsonl` and `qrels.tsv`. The page's own code asks, by
// `search.ask`. Nothing judges whether a sentence is true. DOCFUSE_ANSWERER_KEY is sent as the answerer's key.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { answerFigures } from "./lib/answer-figures.mjs";
import { placeIndex } from "./lib/built-index.mjs";
import { Chromium } from "./lib/chromium.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { readSet } from "./lib/queries.mjs";
import { serve } from "./lib/server.mjs";

const options = read({
  index: { type: "string" },
  set: { type: "string" },
  answerer: { type: "string" },
  model: { type: "string" },
  quota: { type: "string" },
  unanswerable: { type: "string" },
  chromium: COMMON.chromium,
});
for (const name of ["index", "set", "answerer"])
  if (!options[name]) throw new InputError(`expected --${name}`);
const key = process.env.DOCFUSE_ANSWERER_KEY;
const answerer = {
  url: options.answerer,
  ...(options.model && { model: options.model }),
  ...(options.quota && { quota: count(options.quota, "quota") }),
  ...(key && { headers: { authorization: `Bearer ${key}` } }),
};
const questions = [...readSet(options.set), ...unanswerable(options.unanswerable)];

const www = mkdtempSync(join(tmpdir(), "docfuse-answers-"));
try {
  placeIndex(options.index, "index", www);
  const server = await serve(www);
  const browser = await Chromium.launch(options.chromium);
  try {
    await browser.visit(`${server.origin}/index.html`);
    await browser.evaluate(`(${openSearch})(${JSON.stringify(answerer)})`);
    const root = `${server.origin}/`;
    const results = [];
    for (const question of questions) {
      const found = await browser.evaluate(`ask(${JSON.stringify(question.text)})`);
      const plain = ({ href, ...rest }) => ({
        ...rest,
        url: href.startsWith(root) ? href.slice(root.length) : href,
      });
      results.push({ ...question, ...found, given: found.given.map(plain) });
      say(`${question.text}: ${JSON.stringify(found)}`);
    }
    process.stdout.write(`${JSON.stringify(answerFigures(results), undefined, 2)}\n`);
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  rmSync(www, { recursive: true, force: true });
}

/** Questions that the site cannot answer, one a line. */
function unanswerable(file) {
  if (!file) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((text, at) => ({ id: `u${at}`, text, gold: [] }));
}

/** In the page: opens the index, and defines `ask`, which resolves to what is measured of one question. */
async function openSearch(answerer) {
  const { open } = await import("/docfuse/docfuse.js");
  const search = await open({ base: "/docfuse/", encoder: "eager" });
  await search.whenReady();
  globalThis.ask = async (question) => {
    const start = performance.now();
    const found = { given: [], text: "", sentences: [], refused: false };
    try {
      for await (const part of search.ask(question, { answerer })) {
        if (part.type === "sources") found.given = part.sources.map(({ number, href }) => ({ number, href }));
        if (part.type === "text") found.firstWordMs ??= performance.now() - start;
        if (part.type === "answer")
          for (const name of ["text", "sentences", "refused"]) found[name] = part.answer[name];
      }
    } catch (error) {
      found.error = String(error);
    }
    return { ...found, tookMs: performance.now() - start };
  };
}
