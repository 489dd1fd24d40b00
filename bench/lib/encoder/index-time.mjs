// Time of embedding for an index build: docfuse and ONNX Runtime in Python, same texts, two cores.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom, sample } from "../random.mjs";
import { checked } from "./vector-check.mjs";
import { keptVectors, vectorsOfTexts } from "./cache.mjs";
import { buildSummary, docfuse, python } from "./programs.mjs";
import { cosine, readRows } from "./vectors.mjs";

const SEED = 29;

/** Upper bound on the windows that one new paragraph changes. */
const MOST_CHANGED = 16;

/** The number of threads in throughput.py. */
const TWO_THREADS = { RAYON_NUM_THREADS: "2" };

/**
 * Embeds `count` windows of the sections `{ title, text }` with both, in alternation, `rounds` times. Returns
 * milliseconds of each round. Throws unless docfuse embedded exactly these texts, and both gave the same vectors up to
 * quantization. `programs` are `{ command, interpreter, model, onnx, dimensions }`.
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
    const { text } = docfuse(command, ["build", ...inputs, ...outputs, "--verbose"], TWO_THREADS);
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

/** Records with an id, without repeated texts. */
function different(windows) {
  const texts = new Map(windows.map((window) => [embedded(window), window]));
  return [...texts.values()].map(({ title, text }, at) => ({ _id: `w${at}`, title, text }));
}

/** The text that docfuse embeds for a record. */
const embedded = ({ title, text }) => (title ? `${title}\n${text}` : text);

/**
 * Builds the site with an empty cache, then `rounds` times unchanged, then `rounds` times with a new paragraph in the
 * file `page`, which it modifies. Returns the times in milliseconds.
 */
export function rebuildTimes({ command, model }, site, { page, rounds, folder }) {
  rmSync(folder, { recursive: true, force: true });
  const values = [
    "build",
    site,
    "--verbose",
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
    if (!text.includes("nothing has changed")) throw new Error(`an unchanged site was rebuilt:\n${text}`);
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
