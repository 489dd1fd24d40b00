// Answers by a model to questions with known pages: node answers.mjs --index DIR --set DIR --answerer URL
//
// DIR of the index is as `docfuse build` writes it; the set has `queries.jsonl` and `qrels.tsv`. The package's own code asks, by
// `search.ask` over `openIndex`. Nothing judges whether a sentence is true. DOCFUSE_ANSWERER_KEY is sent as the answerer's key.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { answerFigures } from "./lib/answer-figures.mjs";
import { COMMON, InputError, count, read, say } from "./lib/options.mjs";
import { readSet } from "./lib/queries.mjs";

const options = read({
  index: { type: "string" },
  set: { type: "string" },
  answerer: { type: "string" },
  model: { type: "string" },
  quota: { type: "string" },
  unanswerable: { type: "string" },
  questions: { type: "string" },
  package: COMMON.package,
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
const most = options.questions ? count(options.questions, "questions") : Infinity;
const questions = [
  ...readSet(options.set).slice(0, most),
  ...unanswerable(options.unanswerable).slice(0, most),
];

const folder = mkdtempSync(join(tmpdir(), "docfuse-answers-"));
try {
  const place = unpacked(resolve(options.package), folder);
  const { openIndex } = await import(pathToFileURL(join(place, "node/index.js")));
  await import(pathToFileURL(join(place, "ask.js")));
  const search = await openIndex(options.index, { encoder: "eager" });
  await search.whenReady();
  const results = [];
  for (const question of questions) {
    const found = await asked(search, question.text);
    results.push({ ...question, ...found });
    say(`${question.text}: ${JSON.stringify(found)}`);
  }
  search.close();
  process.stdout.write(`${JSON.stringify(answerFigures(results), undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The package as a release packs it. */
function unpacked(pkg, into) {
  const packing = fileURLToPath(new URL("../packaging/npm.mjs", import.meta.url));
  execFileSync(process.execPath, [packing, "main", pkg, into]);
  const [tarball] = readdirSync(into);
  const place = join(into, "docfuse");
  mkdirSync(place);
  execFileSync("tar", ["-xzf", join(into, tarball), "--strip-components=1", "-C", place]);
  return place;
}

/** Questions that the site cannot answer, one a line. */
function unanswerable(file) {
  if (!file) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((text, at) => ({ id: `u${at}`, text, gold: [] }));
}

/** What is measured of one question. */
async function asked(search, question) {
  const start = performance.now();
  const found = { given: [], text: "", sentences: [], refused: false };
  try {
    for await (const part of search.ask(question, { answerer })) {
      if (part.type === "sources") found.given = part.sources.map(({ number, url }) => ({ number, url }));
      if (part.type === "text") found.firstWordMs ??= performance.now() - start;
      if (part.type === "answer")
        for (const name of ["text", "sentences", "refused", "cut"]) found[name] = part.answer[name];
    }
  } catch (error) {
    found.error = String(error);
  }
  return { ...found, tookMs: performance.now() - start };
}
