// The shared test of all integrations, each on a real site that its real generator makes:
//
//   node tests/generators/run.mjs [NAME…]    of the generators named, by default all
//
// Installs from the registries of npm, PyPI and Debian. Prints a table; core/check.mjs says what is tested.
//   DOCFUSE_BIN          the docfuse command, with the browser files inside
//   DOCFUSE_PKG          folder of the npm package
//   DOCFUSE_SCREENSHOTS  folder for screenshots (default: none are kept)
//   DOCFUSE_KEEP         keeps the folders, and prints them
import { readdirSync } from "node:fs";
import { check } from "./core/check.mjs";
import { Unavailable } from "./core/place.mjs";

const known = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(".mjs") && !/^(run|themes)\.mjs$|\.test\.mjs$/.test(file))
  .map((file) => file.replace(".mjs", ""))
  .sort();
const names = process.argv.length > 2 ? process.argv.slice(2) : known;
const unknown = names.find((name) => !known.includes(name));
if (unknown) {
  process.stderr.write(`expected names of generators (${known.join(", ")}), found "${unknown}"\n`);
  process.exit(2);
}

const rows = [];
for (const name of names) {
  const { default: generator } = await import(`./${name}.mjs`);
  const steps = [];
  const began = Date.now();
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
  try {
    const version = await check(generator, (step) => {
      steps.push(step);
      process.stderr.write(`${name}: ${step} (${seconds()})\n`);
    });
    rows.push([name, version, `passed: ${steps.join("; ")}`, seconds()]);
  } catch (error) {
    if (!(error instanceof Unavailable)) process.stderr.write(`${error.stack}\n`);
    const outcome = error instanceof Unavailable ? `skipped: ${error.message}` : `failed: ${steps.at(-1)}`;
    rows.push([name, "", outcome, seconds()]);
  }
}
process.stdout.write("| generator | version | outcome | time |\n|---|---|---|---|\n");
for (const row of rows) process.stdout.write(`| ${row.join(" | ")} |\n`);
const count = (word) => rows.filter(([, , outcome]) => outcome.startsWith(word)).length;
process.stdout.write(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped\n`);
process.exit(count("failed") > 0 ? 1 : 0);
