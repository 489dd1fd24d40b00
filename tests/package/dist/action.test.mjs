// The shell steps of the GitHub Action, run one after the other as a runner does, with npm on a registry on loopback:
// published, one that has our packages; before, from a folder, with one that has none.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { release, rewritten } from "../../../packaging/passages.mjs";
import { loggingRegistry } from "../logging-registry.mjs";
import { yamlOf } from "../yaml.mjs";
import { DIST, cleanFolder, run } from "./installed.mjs";
import { registry } from "./registry.mjs";

/** The action as it is before publication, or after it. */
function action(published) {
  const text = readFileSync(new URL("../../../action.yml", import.meta.url), "utf8");
  return yamlOf(rewritten(text, "action.yml", { ...release(), published }).text);
}

/** Runs an action with these inputs in `place`; each step's output. Fails with the first step that does. */
async function act({ inputs, runs }, place, given) {
  const value = (name) => given[name] ?? inputs[name].default;
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

async function inFolder(npm, body) {
  const place = cleanFolder();
  Object.assign(place.env, npm.env);
  try {
    await body(place);
  } finally {
    await npm.close();
    place.remove();
  }
}

const PACKAGES = join(DIST, "local");

test("it builds with the encoder, checks the answers, and keeps a cache", async () => {
  const npm = await registry(join(DIST, "npm"));
  await inFolder(npm, async (place) => {
    writeFileSync(join(place.folder, "queries.yml"), "mutex: threads.html\ncooking potatoes: recipes.html\n");
    const given = { site: "public", queries: "queries.yml", "fail-under": "ndcg@10=1\nhybrid.mrr@10=1\n" };
    assert.match(await act(action(true), place, given), /hybrid/);
    assert.ok(existsSync(join(place.folder, "temporary/docfuse-cache")));
    assert.match(await act(action(true), place, given), /nothing has changed/);
    writeFileSync(join(place.folder, "queries.yml"), "mutex: recipes.html\n");
    await assert.rejects(act(action(true), place, given), { message: /ndcg@10/ });
  });
});

test("without the encoder, it builds for words", async () => {
  const npm = await registry(join(DIST, "npm"));
  await inFolder(npm, async (place) => {
    writeFileSync(join(place.folder, "queries.yml"), "mutex: threads.html\n");
    const given = { site: "public", encoder: "false", queries: "queries.yml", "fail-under": "ndcg@10=1" };
    const output = await act(action(true), place, given);
    assert.match(output, /lexical/);
    assert.doesNotMatch(output, /hybrid/);
  });
});

test("before publication, it installs from a folder, and else says so", async () => {
  const npm = await loggingRegistry();
  await inFolder(npm, async (place) => {
    for (const encoder of ["false", "true"]) {
      await act(action(false), place, { site: "public", encoder, packages: PACKAGES });
    }
    await assert.rejects(act(action(false), place, { site: "public" }), {
      message: /is in no registry: expected/,
    });
    assert.deepEqual(npm.asked, []);
  });
});
