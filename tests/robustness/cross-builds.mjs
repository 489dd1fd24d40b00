// Builds an index of one site with the commands of several platforms. All must write the same files, byte for byte.
//
//   node tests/robustness/cross-builds.mjs --site DIR [--model DIR] NAME=COMMAND NAME=COMMAND…
//
// COMMAND is a program with arguments before its own, as in
//   linux-arm64="qemu-aarch64-static -cpu max -L /usr/aarch64-linux-gnu ./docfuse-arm64"
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { table } from "../../bench/lib/markdown.mjs";
import { scratch } from "./command.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { site: { type: "string" }, model: { type: "string" } },
});
const commands = positionals.map((text) => text.match(/^([^=]+)=(.+)$/)?.slice(1));
if (!values.site || commands.length < 2 || commands.includes(undefined)) {
  console.error("cross-builds.mjs: expected --site DIR and two or more NAME=COMMAND");
  process.exit(2);
}

const { folder, remove } = scratch();
try {
  const rows = [];
  let first;
  for (const [name, command] of commands) {
    const out = join(folder, name);
    const began = performance.now();
    // A cache of its own, so that every vector is computed.
    const model = values.model ? ["--model", resolve(values.model)] : ["--no-dense"];
    const [program, ...before] = command.split(" ");
    const build = ["build", resolve(values.site), "--out", out, "--cache", join(folder, `${name}-cache`)];
    execFileSync(program, [...before, ...build, ...model], { stdio: ["ignore", "ignore", "inherit"] });
    const seconds = (performance.now() - began) / 1000;
    const files = hashes(out);
    first ??= files;
    const differ = Object.keys({ ...first, ...files }).filter((file) => files[file] !== first[file]);
    assert.deepEqual(differ, [], `${name} wrote other files than ${commands[0][0]}`);
    const bytes = Object.keys(files).reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
    rows.push([name, Object.keys(files).length, bytes, seconds.toFixed(1), "all"]);
  }
  console.log(table(["command", "files", "bytes", "seconds", "files as the first"], rows));
} finally {
  remove();
}

/** SHA-256 of each file of an index. */
function hashes(index) {
  const hash = (name) =>
    createHash("sha256")
      .update(readFileSync(join(index, name)))
      .digest("hex");
  return Object.fromEntries(readdirSync(index).map((name) => [name, hash(name)]));
}
