// What embedding costs when an index is built: docfuse beside ONNX Runtime in Python, the same texts, two cores.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom, sample } from "../random.mjs";
import { checked } from "./vector-check.mjs";
import { keptVectors, vectorsOfTexts } from "./cache.mjs";
import { buildSummary, docfuse, python } from "./programs.mjs";
import { cosine, readRows } from "./vectors.mjs";

const SEED = 29;

/** Windows that a paragraph can stand in, with room for those behind it. */
const MOST_CHANGED = 16;

/** As many threads as throughput.py has. */
const TWO_THREADS = { RAYON_NUM_THREADS: "2" };

/**
 * Embeds `count` windows of the sections `{ title, text }` with both, in turns, `rounds` times: milliseconds of each
 * round. Throws unless docfuse embedded these texts and no others, and both gave the same vectors, but for what
 * quantization does. `programs` are `{ command, interpreter, model, onnx, dimensions }`.
 */
export function indexTimes(programs, sections, { count, rounds, folder, say }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { command, interpreter, model, onnx, dimensions } = programs;
  const file = (name) => join(folder, name);
  writeFileSync(file("sections.json"), JSON.stringify(sections));
  python(interpreter, "windows.py", model, file("sections.json"), file("windows.json"));
  const windows = JSON.parse(readFileSync(file("windows.json"), "utf8"));
  const records = different(sample(windows, count || windows.length, randomFrom(SEED)));
  const texts = records.map(embedded);
  writeFileSync(file("records.jsonl"), records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  writeFileSync(file("texts.json"), JSON.stringify(texts));

  const times = { docfuse: [], onnxruntime: [] };
  let way;
  for (let round = 0; round < rounds; round += 1) {
    const cache = file("cache");
    rmSync(cache, { recursive: true, force: true });
    const inputs = ["--jsonl", file("records.jsonl"), "--model", model];
    const outputs = ["--out", file("index"), "--cache", cache];
    const { text } = docfuse(command, ["build", ...inputs, ...outputs], TWO_THREADS);
    const { fresh, steps } = buildSummary(text);
    const own = vectorsOfTexts(keptVectors(cache, dimensions), texts);
    const how = way ? ["--like", JSON.stringify(way.way)] : onnx;
    const found = JSON.parse(
      python(interpreter, "throughput.py", model, file("texts.json"), file("rows"), ...how),
    );
    way ??= found;
    const others = readRows(file("rows"), texts.length);
    checked(
      "docfuse beside onnxruntime",
      own.map((vector, at) => cosine(vector, others[at])),
    );
    times.docfuse.push(steps.embedding * 1e3);
    times.onnxruntime.push(found.ms);
    say(`${fresh} windows: docfuse ${steps.embedding} s, onnxruntime ${(found.ms / 1e3).toFixed(2)} s`);
  }
  const { texts: windowsTimed, pieces, way: best, tried } = way;
  return { windows: windowsTimed, of: windows.length, pieces, times, best, tried };
}

/** Records with an id, each text once. */
function different(windows) {
  const texts = new Map(windows.map((window) => [embedded(window), window]));
  return [...texts.values()].map(({ title, text }, at) => ({ _id: `w${at}`, title, text }));
}

/** What docfuse embeds for a record. */
const embedded = ({ title, text }) => (title ? `${title}\n${text}` : text);

/**
 * The site built with nothing kept, again with nothing changed, and with another paragraph in `page`: the last two in
 * milliseconds, as often as asked. `page` is a file of the site, which is written to.
 */
export function rebuildTimes({ command, model }, site, { page, rounds, folder }) {
  rmSync(folder, { recursive: true, force: true });
  const values = [
    "build",
    site,
    "--out",
    join(folder, "index"),
    "--model",
    model,
    "--cache",
    join(folder, "cache"),
  ];
  const first = docfuse(command, values);
  const again = Array.from({ length: rounds }, () => docfuse(command, values));
  for (const { text } of again) {
    if (!text.includes("nothing has changed")) throw new Error(`an unchanged site was built anew:\n${text}`);
  }
  const changed = Array.from({ length: rounds }, (_, round) => {
    const text = readFileSync(page, "utf8");
    writeFileSync(page, text.replace("<p>", `<p>Said for the time number ${round}.</p><p>`));
    return docfuse(command, values);
  });
  for (const { text } of changed) {
    const { fresh } = buildSummary(text);
    if (fresh === 0 || fresh > MOST_CHANGED) throw new Error(`${fresh} windows of one page newly embedded`);
  }
  const { windows, steps } = buildSummary(first.text);
  const times = (all) => all.map(({ ms }) => ms);
  return { windows, ms: first.ms, steps, again: times(again), changed: times(changed) };
}
