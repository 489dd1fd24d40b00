// Kills builds at random moments. Whatever is left must be the whole old index or the whole new one, and the next build
// must succeed.
//
//   DOCFUSE_BIN=… [DOCFUSE_MODEL=…] node tests/robustness/kills.mjs [--times 200]
import assert from "node:assert/strict";
import { readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { table } from "../../bench/lib/markdown.mjs";
import { randomFrom } from "../../bench/lib/random.mjs";
import { run, scratch, start, times, writeEdition } from "./command.mjs";

const EDITIONS = ["walnut", "chestnuts"];

/** Most milliseconds between the first file that a build writes and its end, with some to spare. */
const WRITING_MS = 15;

/** What kind of build is killed: its arguments, and whether its caches are new each time. */
const BUILDS = { "words only": ["--no-dense"], "with vectors, caches empty": [] };

/** Kills `count` builds of a kind. Returns what was left how often. */
export async function kills(kind, count, seed = 1) {
  const { folder, remove } = scratch();
  const found = { kind, kills: 0, "old index": 0, "new index": 0, "ended before": 0, "while writing": 0 };
  try {
    const index = join(folder, "index");
    const sites = EDITIONS.map((edition) => join(folder, edition));
    // With vectors, each text is embedded: fewer of them.
    const pages = kind === "words only" ? 60 : 6;
    EDITIONS.forEach((edition, i) => writeEdition(sites[i], edition, pages));
    const build = (edition, cache) => [
      "build",
      sites[edition],
      "--out",
      index,
      ...BUILDS[kind],
      "--cache",
      cache,
    ];
    const pick = randomFrom(seed);
    let old = 0;
    const cache = (number) => join(folder, `cache-${number}`);
    const first = await run(build(old, cache("first")));
    assert.equal(first.code, 0, first.output);
    let usual = first.ms;
    for (let number = 0; number < count; number += 1) {
      const next = 1 - old;
      const before = readdirSync(index).length;
      const { child, done } = start(build(next, cache(number)));
      // Half of the kills wait for the first file that is written: writing takes some milliseconds only.
      const kill = (after) => setTimeout(() => child.kill("SIGKILL"), after);
      const timers = [];
      const watcher = number % 2 === 1 && watch(index, () => timers.push(kill(WRITING_MS * pick())));
      if (!watcher) timers.push(kill(pick() * usual));
      const { code, ms, output } = await done;
      if (watcher) watcher.close();
      timers.forEach(clearTimeout);
      if (code === 0) usual = (usual + ms) / 2;
      else assert.equal(code, "SIGKILL", output);
      found.kills += Number(code !== 0);
      found["ended before"] += Number(code === 0);
      found["while writing"] += Number(code !== 0 && readdirSync(index).length !== before);
      const left = await editionOf(index);
      assert.ok(code !== 0 || left === next, "a build that ended leaves its own index");
      found[left === next ? "new index" : "old index"] += 1;
      // The caches of a killed build must not harm the next one.
      if (number % 10 === 9) {
        const again = await run(build(next, cache(number)));
        assert.equal(again.code, 0, again.output);
        assert.equal(await editionOf(index), next);
        assert.deepEqual(
          readdirSync(index).filter((name) => name.startsWith(".")),
          [],
          "no temporary files",
        );
      }
      old = await editionOf(index);
    }
  } finally {
    remove();
  }
  return found;
}

/** Which edition an index has. It must be whole, and answer from this edition alone. */
async function editionOf(index) {
  const verified = await run(["verify", index]);
  assert.equal(verified.code, 0, verified.output);
  const answers = await Promise.all(
    EDITIONS.map(async (edition) => {
      const { output } = await run(["query", index, `+${edition}`, "--mode", "lexical", "--json"]);
      const { hits, degraded } = JSON.parse(output);
      assert.equal(degraded ?? undefined, undefined, output);
      return hits.length;
    }),
  );
  assert.equal(answers.filter((hits) => hits > 0).length, 1, `hits by edition: ${answers}`);
  return answers.findIndex((hits) => hits > 0);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = times(200);
  const share = process.env.DOCFUSE_MODEL ? Math.floor(count / 4) : 0;
  const rows = [await kills("words only", count - share)];
  if (share > 0) rows.push(await kills("with vectors, caches empty", share));
  console.log(table(Object.keys(rows[0]), rows.map(Object.values)));
}
