// A few of what the scripts beside this file do in large numbers. Needs DOCFUSE_BIN, and DOCFUSE_PKG.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { scratch } from "./command.mjs";
import { FAULTS } from "./faults.mjs";
import { gigabyte, hostile } from "./hostile.mjs";
import { HOSTILE_PAGES, LARGEST } from "./hostile-pages.mjs";
import { kills } from "./kills.mjs";

test("a killed build leaves the old index or the new one", async () => {
  const found = await kills("words only", 10, 7);
  assert.ok(found.kills > 0, JSON.stringify(found));
});

for (const [name, check] of Object.entries(FAULTS)) {
  test(`a build with ${name}`, async (context) => {
    const { folder, remove } = scratch();
    try {
      const reason = await check(folder);
      if (reason) context.skip(reason);
    } finally {
      remove();
    }
  });
}

test("readers during deployments get answers of one generation", async () => {
  const script = fileURLToPath(new URL("interleavings.mjs", import.meta.url));
  // In a process of its own: it replaces globals.
  const output = execFileSync(process.execPath, [script, "--times", "10"], { encoding: "utf8" });
  assert.match(output, /\| deployments \| 10 \|/);
  assert.match(output, /\| missing when all files were there \| 0 \|/);
});

test("hostile pages take little time, and a page of 1 GB is not read", async () => {
  assert.match((await gigabyte()).outcome, /at most/);
  for (const name of Object.keys(HOSTILE_PAGES)) {
    const { "seconds of processor time": seconds } = await hostile(name, 300_000);
    assert.ok(seconds < 10, `${name}: ${seconds} s`);
  }
});

for (const name of ["misnested links", "formatting elements left open"]) {
  test(`the largest page of ${name} is left out before it takes too much memory`, async () => {
    const { outcome, "MB of memory": memory } = await hostile(name, LARGEST);
    assert.match(outcome, /more than 4000000 elements and texts found/);
    assert.ok(memory < 1_500, `${memory} MB`);
  });
}
