// The GitHub Action and the release workflow: valid YAML, declared inputs, and shell steps that bash can read.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { inputTable, repositoryYaml, yamlBlocks } from "./yaml.mjs";

const bash = (script) => execFileSync("bash", ["-n", "-c", script], { stdio: ["ignore", "ignore", "pipe"] });

/** The names that `${{ OBJECT.name }}` refers to anywhere in `steps`. */
function references(steps, object) {
  return [...JSON.stringify(steps).matchAll(new RegExp(`\\b${object}\\.([\\w-]+)`, "g"))].map(
    ([, name]) => name,
  );
}

test("the action uses the inputs that it declares, all of them", () => {
  const { inputs, runs } = repositoryYaml("action.yml");
  assert.equal(runs.using, "composite");
  assert.deepEqual([...new Set(references(runs.steps, "inputs"))].sort(), Object.keys(inputs).sort());
  for (const step of runs.steps.filter(({ run }) => run)) {
    assert.equal(step.shell, "bash", step.name);
    // An expression inside a script would let an input run commands.
    assert.doesNotMatch(step.run, /\$\{\{/, step.name);
    bash(step.run);
  }
});

test("the release builds every platform of the npm package", () => {
  const { jobs } = repositoryYaml(".github/workflows/release.yml");
  for (const { steps } of Object.values(jobs)) {
    for (const { run } of steps.filter((step) => step.run)) bash(run.replaceAll(/\$\{\{.*?\}\}/g, "x"));
  }
  const platforms = jobs.native.strategy.matrix.include.map(({ platform }) => platform);
  assert.deepEqual([...platforms].sort(), ["darwin-arm64", "darwin-x64", "win32-x64"]);
  assert.deepEqual(jobs.publish.needs, ["linux", "native"]);
});

test("the guide's workflow gives the action inputs that it has, and its table names all of them", () => {
  const { inputs } = repositoryYaml("action.yml");
  const [workflow] = yamlBlocks("docs/install.md");
  const step = workflow.jobs.site.steps.find(({ uses }) => uses?.startsWith("docfuse/"));
  assert.deepEqual(
    Object.keys(step.with).filter((name) => !(name in inputs)),
    [],
  );
  assert.deepEqual(
    inputTable("docs/install.md"),
    Object.entries(inputs).map(([name, { required = false }]) => [name, required]),
  );
});
