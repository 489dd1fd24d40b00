// What the file system may do to a build: no space, no permission, files that change, other builds, a wrong clock. Each
// is a name and a check that throws; `undefined` from a check means success, a text why it could not be tried here.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { run, start, write, writeEdition } from "./command.mjs";
import { fullDisk } from "./disk-full.mjs";

const build = (folder, ...more) => [
  "build",
  join(folder, "site"),
  "--no-dense",
  "--cache",
  join(folder, "cache"),
  ...more,
];

/** Name and content of all files of a folder. */
const contents = (folder) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), "base64")]);

/** Mounts something on `folder` while `body` runs; says why not if that fails. */
async function mounted(folder, options, body) {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync("mount", [...options, folder], { stdio: "pipe" });
  } catch (error) {
    return `mount failed: ${String(error.stderr ?? error).trim()}`;
  }
  try {
    return await body();
  } finally {
    execFileSync("umount", [folder]);
  }
}

async function succeeds(args) {
  const { code, output } = await run(args);
  assert.equal(code, 0, output);
  return output;
}

async function fails(args, ...parts) {
  const { code, output } = await run(args);
  assert.notEqual(code, 0, output);
  for (const part of parts) assert.ok(output.includes(part), `${JSON.stringify(output)} lacks ${part}`);
  assert.ok(!output.includes("panicked"), output);
}

export const FAULTS = {
  "a full disk": () => fullDisk(2).reason,

  "a full disk below the cache": (folder) => {
    const cache = join(folder, "cache");
    return mounted(cache, ["-t", "tmpfs", "-o", "size=8k", "tmpfs"], async () => {
      writeFileSync(join(cache, "filler"), Buffer.alloc(8192));
      writeEdition(join(folder, "site"), "walnut", 10);
      await succeeds(build(folder));
      await succeeds(["verify", join(folder, "site", "docfuse")]);
      return undefined;
    });
  },

  "a read-only folder": (folder) => {
    const index = join(folder, "site", "docfuse");
    writeEdition(join(folder, "site"), "walnut", 10);
    mkdirSync(index);
    return mounted(index, ["--bind", index], async () => {
      await succeeds(build(folder));
      const before = contents(index);
      write(join(folder, "site", "more.html"), "<title>More</title><p>Some more words.");
      execFileSync("mount", ["-o", "remount,bind,ro", index]);
      await fails(build(folder), "cannot write", "name a folder that can be written");
      assert.deepEqual(contents(index), before);
      return undefined;
    });
  },

  "a folder that is a file": async (folder) => {
    writeEdition(join(folder, "site"), "walnut", 3);
    write(join(folder, "taken"), "a file");
    await fails(build(folder, "--out", join(folder, "taken")), "taken", "expected a folder, found a file");
    assert.equal(readFileSync(join(folder, "taken"), "utf8"), "a file");
  },

  "files that change while they are read": async (folder) => {
    const site = join(folder, "site");
    writeEdition(site, "walnut", 100);
    await succeeds(build(folder));
    let told = 0;
    for (let round = 0; round < 4; round += 1) {
      write(join(site, "page-2.html"), `<title>Round</title><p>Round ${round} begins.`);
      const { child, done } = start(build(folder));
      // As a site generator that is still at work.
      for (let count = 0; child.exitCode === null; count += 1) {
        const page = join(site, `page-${3 * (count % 30) + 1}.html`);
        writeFileSync(page, `<title>Half`);
        await new Promise((resolve) => setTimeout(resolve, 2));
        writeFileSync(page, `<title>Whole ${round} ${count}</title><p>Whole page.`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const { code, output } = await done;
      assert.equal(code, 0, output);
      told += Number(output.includes("changed while they were read"));
      await succeeds(["verify", join(site, "docfuse")]);
      // An index of halves must not pass for that of the site.
      const again = await succeeds(build(folder));
      if (output.includes("changed while they were read"))
        assert.ok(!again.includes("nothing has changed"), again);
      assert.ok((await succeeds(build(folder))).includes("nothing has changed"));
    }
    assert.ok(told > 0, "no change was noticed");
  },

  "files that disappear while they are read": async (folder) => {
    const site = join(folder, "site");
    writeEdition(site, "walnut", 100);
    await succeeds(build(folder));
    const before = contents(join(site, "docfuse"));
    for (let round = 0; round < 3; round += 1) {
      write(join(site, "page-2.html"), `<title>Round</title><p>Round ${round} begins.`);
      const { child, done } = start(build(folder));
      const [there, away] = [join(site, "page-98.html"), join(folder, "away.html")];
      while (child.exitCode === null) {
        renameSync(there, away);
        await new Promise((resolve) => setTimeout(resolve, 2));
        renameSync(away, there);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      const { code, output } = await done;
      if (code !== 0) assert.ok(output.includes("build again once your site generator has finished"), output);
      await succeeds(["verify", join(site, "docfuse")]);
    }
    assert.ok(before.length > 0);
  },

  "two builds at once": async (folder) => {
    const sites = ["walnut", "chestnuts"];
    for (const edition of sites) writeEdition(join(folder, edition), edition, 60);
    const out = join(folder, "index");
    for (let round = 0; round < 6; round += 1) {
      const both = sites.map((edition) =>
        run([
          "build",
          join(folder, edition),
          "--out",
          out,
          "--no-dense",
          "--cache",
          join(folder, `cache-${round}`),
        ]),
      );
      for (const { code, output } of await Promise.all(both)) assert.equal(code, 0, output);
      await succeeds(["verify", out]);
      const hits = await Promise.all(
        sites.map(async (edition) => {
          const { output } = await run(["query", out, `+${edition}`, "--mode", "lexical", "--json"]);
          return JSON.parse(output).hits.length;
        }),
      );
      assert.equal(hits.filter((count) => count > 0).length, 1, `hits by edition: ${hits}`);
    }
  },

  "a clock set back": async (folder) => {
    const site = join(folder, "site");
    const index = join(site, "docfuse");
    writeEdition(site, "walnut", 10);
    await succeeds(build(folder));
    const future = Date.now() / 1000 + 86_400 * 365;
    const all = [
      ...readdirSync(site).map((name) => join(site, name)),
      ...readdirSync(index).map((name) => join(index, name)),
    ];
    for (const path of [
      ...all,
      ...readdirSync(join(folder, "cache")).map((name) => join(folder, "cache", name)),
    ]) {
      if (statSync(path).isFile()) utimesSync(path, future, future);
    }
    assert.ok((await succeeds(build(folder))).includes("nothing has changed"));
    write(join(site, "page-2.html"), "<title>Numbat</title><p>A numbat came.");
    await succeeds(build(folder));
    await succeeds(["verify", index]);
    const { output } = await run(["query", index, "numbat", "--mode", "lexical", "--json"]);
    assert.equal(JSON.parse(output).hits[0].url, "page-2.html");
    assert.ok((await succeeds(build(folder))).includes("nothing has changed"));
  },
};
