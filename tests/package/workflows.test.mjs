// The shell steps of the GitHub Action and of the release workflow: bash can read them, and the main package is the last one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { repositoryYaml } from "./yaml.mjs";

const bash = (script) => execFileSync("bash", ["-n", "-c", script], { stdio: ["ignore", "ignore", "pipe"] });

const RELEASE = ".github/workflows/release.yml";

test("bash can read every step", () => {
  const { runs } = repositoryYaml("action.yml");
  const { jobs } = repositoryYaml(RELEASE);
  for (const { steps } of [runs, ...Object.values(jobs)]) {
    for (const { run } of steps.filter((step) => step.run)) bash(run.replaceAll(/\$\{\{.*?\}\}/g, "x"));
  }
});

test("the main package is published last", () => {
  const { jobs } = repositoryYaml(RELEASE);
  const [order] = jobs.npm.steps.at(-1).run.match(/\{ grep .*?; \}/s);
  const names = ["docfuse-0.1.0", "docfuse-astro-0.1.0", "docfuse-win32-x64-0.1.0"];
  const list = (sorted) => sorted.map((name) => `dist/npm/${name}.tgz\n`).join("");
  for (const [given, expected] of [
    [names, [...names.slice(1), names[0]]],
    [names.slice(0, 1), names.slice(0, 1)],
    [names.slice(1), names.slice(1)],
  ]) {
    const script = `cd "$(mktemp -d)" && cat >missing && ${order}`;
    assert.equal(
      execFileSync("bash", ["-c", script], { input: list(given), encoding: "utf8" }),
      list(expected),
    );
  }
});
