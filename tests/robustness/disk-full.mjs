// Builds on a disk that is full: a tmpfs of the old index and some free bytes, from none to a page fewer than the build
// needs. Each time the old index must be whole, and answer.
//
//   DOCFUSE_BIN=… node tests/robustness/disk-full.mjs [--times 10]
//
// Mounts as the superuser, else in a namespace of its own (`unshare`). Where neither is allowed, it says so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { table } from "../../bench/lib/markdown.mjs";
import { differing, filesOf, run, scratch, succeed, times, writeEdition } from "./command.mjs";

/** Before a program, what lets it mount. */
const WAYS = [[], ["unshare", "--user", "--map-root-user", "--mount"]];

/** What commands wrote into a folder. */
const LIST = "docfuse-files.json";

const OLD = "walnut";
const NEW = "chestnuts";

/**
 * Runs this script at `count` sizes, where it may mount. Returns its output, or the reason why it cannot run here.
 */
export function fullDisk(count) {
  const reasons = [];
  for (const way of WAYS) {
    const reason = whyNot(way);
    if (!reason) {
      const script = [process.execPath, fileURLToPath(import.meta.url), "--times", String(count)];
      const [command, ...args] = [...way, ...script, "--mount"];
      return { output: execFileSync(command, args, { encoding: "utf8" }) };
    }
    reasons.push(reason);
  }
  return { reason: `no tmpfs can be mounted here: ${reasons.join("; ")}` };
}

/** Why a program cannot mount a tmpfs this way; empty if it can. */
function whyNot(way) {
  const { folder, remove } = scratch();
  try {
    const [command, ...args] = [...way, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder];
    execFileSync(command, args, { stdio: "pipe" });
    // A namespace ends with its program.
    if (way.length === 0) execFileSync("umount", [folder]);
    return "";
  } catch (error) {
    return String(error.stderr || error.message).trim();
  } finally {
    remove();
  }
}

/** Mounts a tmpfs of `bytes` on `folder` while `body` runs. */
async function onDisk(folder, bytes, body) {
  mkdirSync(folder, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder]);
  try {
    return await body();
  } finally {
    execFileSync("umount", [folder]);
  }
}

/** Hits of a query for an edition's own word. */
async function hits(index, edition) {
  const { output } = await succeed("query", index, `+${edition}`, "--mode", "lexical", "--json");
  const { hits: found, degraded } = JSON.parse(output);
  assert.equal(degraded ?? undefined, undefined, output);
  return found.length;
}

async function atSizes(count) {
  const { folder, remove } = scratch();
  try {
    const at = (name) => join(folder, name);
    const build = (edition, out) => [
      "build",
      at(edition),
      "--out",
      out,
      "--no-dense",
      "--cache",
      at("cache"),
    ];
    for (const [edition, pages] of [
      [OLD, 20],
      [NEW, 40],
    ]) {
      writeEdition(at(edition), edition, pages);
      await succeed(...build(edition, at(`${edition}-index`)));
    }
    const [before, after] = [OLD, NEW].map((edition) => filesOf(at(`${edition}-index`)));
    const disk = at("disk");
    const index = join(disk, "index");
    const page = await onDisk(disk, 1 << 20, () => statfsSync(disk).bsize);
    const pagesOf = (files) =>
      [...files.values()].reduce((sum, { length }) => sum + Math.ceil(length / page), 0);
    const held = pagesOf(before);
    // All files are written before the first one takes its place, but those that are there already; so is a list of the
    // files of both.
    const written = new Map([...after].filter(([name, content]) => !before.get(name)?.equals(content)));
    const listed = (files) => JSON.parse(files.get(LIST)).files;
    const both = { of: "index", files: [...new Set([...listed(before), ...listed(after)])] };
    written.set("both", Buffer.from(`${JSON.stringify(both)}\n`));
    const need = pagesOf(written);

    const row = (free) =>
      onDisk(disk, (held + free) * page, async () => {
        cpSync(at(`${OLD}-index`), index, { recursive: true });
        assert.equal(statfsSync(disk).bfree, free, "the disk is as full as it is meant to be");
        const { code, output } = await run(build(NEW, index));
        assert.ok(!output.includes("panicked"), output);
        await succeed("verify", index);
        const whole = differing(filesOf(index), code === 0 ? after : before).length === 0;
        const [ofOld, ofNew] = [await hits(index, OLD), await hits(index, NEW)];
        if (free < need) {
          assert.notEqual(code, 0, `${free} of ${need} pages: ${output}`);
          assert.match(
            output,
            /cannot write .*: No space left on device.*; free some space, or name a folder/,
          );
          assert.ok(whole, `${free} pages: the files of the old index, and none beside them`);
          assert.ok(ofOld > 0 && ofNew === 0, `${free} pages: ${ofOld} hits of old, ${ofNew} of new`);
        } else {
          assert.equal(code, 0, output);
          assert.ok(whole && ofOld === 0 && ofNew > 0, `${free} pages: the new index`);
        }
        const kb = (pages) => ((pages * page) / 1000).toFixed(1);
        const outcome = code === 0 ? "written" : "no space left on device";
        return [
          kb(held + free),
          kb(free),
          kb(need),
          outcome,
          code === 0 ? "new, whole" : "old, whole",
          ofOld,
          ofNew,
        ];
      });

    const rows = [];
    for (let step = 0; step < count; step += 1) {
      const share = count === 1 ? 1 : step / (count - 1);
      rows.push(await row(Math.round(share * (need - 1))));
    }
    // One page more is enough, so the last size was just too small.
    rows.push(await row(need));
    return rows;
  } finally {
    remove();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const count = times(10);
  if (process.argv.includes("--mount")) {
    const head = [
      "KB of the disk",
      "KB free",
      "KB that the build needs",
      "build",
      "index",
      "hits of old",
      "hits of new",
    ];
    console.log(table(head, await atSizes(count)));
  } else {
    const { output, reason } = fullDisk(count);
    if (reason) {
      console.error(reason);
      process.exitCode = 1;
    } else process.stdout.write(output);
  }
}
