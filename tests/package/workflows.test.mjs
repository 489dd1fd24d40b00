// The GitHub Action and the release workflow: valid YAML, declared inputs, and shell steps that bash can read.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { release, rewritten } from "../../packaging/passages.mjs";
import { inputTable, repositoryYaml, yamlBlocks, yamlOf } from "./yaml.mjs";

const bash = (script) => execFileSync("bash", ["-n", "-c", script], { stdio: ["ignore", "ignore", "pipe"] });

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

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

test("the action installs the version that it was released with", () => {
  assert.equal(repositoryYaml("action.yml").inputs.version.default, release().version);
});

test("published, the action asks npm for that version", () => {
  const values = { ...release(), published: true, repository: "https://github.com/example/search" };
  const { inputs, runs } = yamlOf(rewritten(read("action.yml"), "action.yml", values).text);
  assert.equal(inputs.version.default, release().version);
  bash(runs.steps[0].run);
  assert.match(runs.steps[0].run, /packages=\("docfuse@\$VERSION"\)/);
});

const RELEASE = ".github/workflows/release.yml";

test("the release builds every platform of the npm package", () => {
  const { jobs } = repositoryYaml(RELEASE);
  for (const { steps } of Object.values(jobs)) {
    for (const { run } of steps.filter((step) => step.run)) bash(run.replaceAll(/\$\{\{.*?\}\}/g, "x"));
  }
  const platforms = jobs.native.strategy.matrix.include.map(({ platform }) => platform);
  assert.deepEqual([...platforms].sort(), ["darwin-arm64", "darwin-x64", "win32-x64"]);
  for (const name of ["npm", "pypi", "crates"]) assert.deepEqual(jobs[name].needs, ["linux", "native"]);
});

test("actions are named by a commit, with its tag beside it", () => {
  for (const path of [RELEASE, "action.yml"]) {
    const lines = read(path).match(/^.*\buses: .*$/gm);
    for (const line of lines) assert.match(line, /uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path);
  }
});

test("each job of the release may do what it needs, and nothing else", () => {
  const { permissions, jobs } = repositoryYaml(RELEASE);
  assert.deepEqual(permissions, {});
  const read = { contents: "read" };
  const trusted = { ...read, "id-token": "write" };
  assert.deepEqual(Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions])), {
    ready: read,
    linux: read,
    native: read,
    npm: trusted,
    pypi: trusted,
    crates: trusted,
    github: { contents: "write" },
  });
  for (const { steps } of Object.values(jobs)) {
    for (const step of steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))) {
      assert.equal(step.with["persist-credentials"], false);
    }
  }
});

test("nothing is built or published before the release is ready, or twice", () => {
  const { jobs } = repositoryYaml(RELEASE);
  const scripts = (name) => jobs[name].steps.map(({ run }) => run ?? "").join("\n");
  assert.match(scripts("ready"), /^node packaging\/release\.mjs ready "\$GITHUB_REF_NAME"$/m);
  assert.equal(jobs.linux.needs, "ready");
  assert.equal(jobs.native.needs, "linux");
  for (const [name, kind] of [
    ["npm", "npm"],
    ["pypi", "pip"],
    ["crates", "cargo"],
  ]) {
    assert.ok(scripts(name).includes(`node packaging/missing.mjs ${kind} dist/${kind} >missing\n`), name);
  }
  assert.match(scripts("github"), /gh release view .* \|\| gh release create /);
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

test("the guide's workflow gives the action inputs that it has, and its table names all of them", () => {
  const { inputs } = repositoryYaml("action.yml");
  for (const published of [false, true]) {
    const values = { ...release(), published, repository: "https://github.com/example/search" };
    const [workflow] = yamlBlocks(rewritten(read("docs/install.md"), "docs/install.md", values).text);
    const step = workflow.jobs.site.steps.find((each) => each.with?.site);
    const uses = published ? `example/search@v${values.version}` : "./.github/actions/docfuse";
    assert.equal(step.uses, uses);
    assert.deepEqual(
      Object.keys(step.with).filter((name) => !(name in inputs)),
      [],
    );
  }
  assert.deepEqual(
    inputTable("docs/install.md"),
    Object.entries(inputs).map(([name, { required = false }]) => [name, required]),
  );
});
