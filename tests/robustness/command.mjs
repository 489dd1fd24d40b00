// Runs the command `docfuse` (DOCFUSE_BIN), and writes small sites for it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { peakMemory } from "../../bench/lib/build.mjs";
import { randomFrom } from "../../bench/lib/random.mjs";
import { required } from "../browser/chromium.mjs";

/** `--times 200` among the arguments of a script, else `usual`. */
export function times(usual) {
  const at = process.argv.indexOf("--times");
  if (at < 0) return usual;
  const count = Number(process.argv[at + 1]);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--times: a number from 1 expected, "${process.argv[at + 1] ?? ""}" found`);
}

/** A folder for one test below `above`, deleted by `remove`. */
export function scratch(above = tmpdir()) {
  const folder = mkdtempSync(join(above, "docfuse-robustness-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Seconds of processor time that a process has taken; `undefined` if it has ended. */
function processorSeconds(pid) {
  try {
    // Behind the name in brackets, the first field is the third; ticks are hundredths.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/**
 * Starts the command. `done` resolves with its exit code (or signal), output, milliseconds, seconds of processor time
 * (until 20 ms before its end) and peak memory in bytes; `child` is the process.
 */
export function start(args, { env = {}, cwd = tmpdir() } = {}) {
  const child = spawn(required("DOCFUSE_BIN", "the command"), args, { env: { ...process.env, ...env }, cwd });
  let output = "";
  const began = performance.now();
  let peak = 0;
  let processor = 0;
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const watch = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid) ?? 0);
    processor = processorSeconds(child.pid) ?? processor;
  }, 20);
  const done = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      clearInterval(watch);
      resolve({ code: code ?? signal, output, ms: performance.now() - began, processor, peak });
    });
  });
  return { child, done };
}

export const run = (args, options) => start(args, options).done;

/** Runs the command, which must succeed. */
export async function succeed(...args) {
  const result = await run(args);
  assert.equal(result.code, 0, result.output);
  return result;
}

/** Contents of an index by file name. */
export const filesOf = (index) =>
  new Map(readdirSync(index).map((name) => [name, readFileSync(join(index, name))]));

/** Names of files that only one of two indexes has, or with other content. */
export function differing(one, two) {
  const names = new Set([...one.keys(), ...two.keys()]);
  return [...names].filter((name) => !one.get(name)?.equals(two.get(name) ?? Buffer.from("none")));
}

export const seconds = (ms) => (ms / 1000).toFixed(1);

const WORDS =
  "index thread owner borrow panic trait closure module crate macro slice vector string error result option".split(
    " ",
  );

/**
 * Writes a site whose every section names its edition, in `folder`. A third of its pages are the same in all editions;
 * some exist in one only. The words are always English, whatever `language` the pages name.
 */
export function writeEdition(folder, edition, pages = 60, language = "en") {
  rmSync(folder, { recursive: true, force: true });
  const pick = randomFrom(pages);
  for (let page = 0; page < pages; page += 1) {
    const mark = page % 3 === 0 ? "everlasting" : edition;
    if (page % 7 === 1 && edition.length % 2 === page % 2) continue;
    const sections = Array.from({ length: 5 }, (_, section) => {
      const words = Array.from({ length: 120 }, () => WORDS[Math.floor(pick() * WORDS.length)]).join(" ");
      return `<h2 id=s${section}>Section ${section} of ${WORDS[(page + section) % WORDS.length]}</h2><p>${mark} ${words}.</p>`;
    });
    write(
      join(folder, `page-${page}.html`),
      `<!doctype html><html lang=${language}><title>Page ${page}</title><main><h1>Page ${page}</h1><p>${mark}</p>${sections.join("")}</main></html>`,
    );
  }
}
