// The shell steps of the GitHub Action, run one after the other as a runner does, with the packages of dist/local and npm on
// a registry on loopback that has none.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loggingRegistry } from "../logging-registry.mjs";
import { repositoryYaml } from "../yaml.mjs";
import { DIST, cleanFolder, run } from "./installed.mjs";

const PACKAGES = join(DIST, "local");
const { inputs, runs } = repositoryYaml("action.yml");

/** Runs the action with these inputs in `place`; each step's output. Fails with the first step that does. */
async function act(place, given) {
  const value = (name) => given[name] ?? inputs[name].default ?? "";
  const temporary = join(place.folder, "temporary");
  const pathFile = join(place.folder, "added-to-path");
  mkdirSync(temporary, { recursive: true });
  writeFileSync(pathFile, "");
  let output = "";
  for (const step of runs.steps.filter(({ run }) => run)) {
    if (step.if && !value(step.if.match(/^inputs\.([\w-]+) != ''$/)[1])) continue;
    const variables = Object.entries(step.env ?? {}).map(([name, text]) => [
      name,
      text.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, input) => value(input)),
    ]);
    const added = readFileSync(pathFile, "utf8").split("\n").filter(Boolean);
    const env = {
      ...place.env,
      ...Object.fromEntries(variables),
      RUNNER_TEMP: temporary,
      GITHUB_PATH: pathFile,
      PATH: [...added, place.env.PATH].join(":"),
    };
    // As runners start the shell `bash`.
    const words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.run];
    const { stdout, stderr } = await run(words, { cwd: place.folder, env });
    output += stdout + stderr;
  }
  return output;
}

/** Runs `body` in a new folder; nobody asks npm's registry for a name of ours. */
async function inFolder(body) {
  const npm = await loggingRegistry();
  const place = cleanFolder();
  Object.assign(place.env, npm.env);
  try {
    await body(place);
    assert.deepEqual(npm.asked, []);
  } finally {
    await npm.close();
    place.remove();
  }
}

test("it builds with the encoder, checks the answers, and keeps a cache", () =>
  inFolder(async (place) => {
    writeFileSync(join(place.folder, "queries.yml"), "mutex: threads.html\ncooking potatoes: recipes.html\n");
    const measures = "ndcg@10=1\nhybrid.mrr@10=1\n";
    const given = { site: "public", packages: PACKAGES, queries: "queries.yml", "fail-under": measures };
    assert.match(await act(place, given), /hybrid/);
    assert.ok(existsSync(join(place.folder, "temporary/docfuse-cache")));
    assert.match(await act(place, given), /nothing has changed/);
    writeFileSync(join(place.folder, "queries.yml"), "mutex: recipes.html\n");
    await assert.rejects(act(place, given), { message: /ndcg@10/ });
  }));

test("without the encoder, it builds for words", () =>
  inFolder(async (place) => {
    writeFileSync(join(place.folder, "queries.yml"), "mutex: threads.html\n");
    const given = { site: "public", packages: PACKAGES, encoder: "false", queries: "queries.yml" };
    const output = await act(place, { ...given, "fail-under": "ndcg@10=1" });
    assert.match(output, /lexical/);
    assert.doesNotMatch(output, /hybrid/);
  }));

test("without packages, it says what is missing", () =>
  inFolder((place) =>
    assert.rejects(act(place, { site: "public" }), { message: /expected a folder with docfuse\.tgz/ }),
  ));
