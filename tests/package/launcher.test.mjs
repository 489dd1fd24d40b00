// The command `docfuse` of the npm package, which starts the command of the platform's package; here a shell script.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { packages } from "../../packaging/command.mjs";

const SCRIPT = `#!/bin/sh
case $1 in
  wait) trap 'echo stopped; exit 7' INT; echo waiting; for i in $(seq 600); do sleep 0.05; done ;;
  die) kill -9 $$ ;;
esac
echo "$# $2 $DOCFUSE_MODEL"
exit 3
`;

let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-launcher-"));
  mkdirSync(join(folder, "node_modules/docfuse/bin"), { recursive: true });
  for (const name of ["docfuse.mjs", "command.mjs"]) {
    copyFileSync(
      fileURLToPath(new URL(`../../packaging/${name}`, import.meta.url)),
      join(folder, "node_modules/docfuse/bin", name),
    );
  }
});

after(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a package into node_modules. */
function install(name, files) {
  const place = join(folder, "node_modules", name);
  mkdirSync(join(place, "bin"), { recursive: true });
  for (const [path, content] of Object.entries({ "package.json": "{}", ...files })) {
    writeFileSync(join(place, path), content, { mode: 0o755 });
  }
  return place;
}

test("a system gets the packages whose command runs there", () => {
  const having =
    (...files) =>
    (file) =>
      files.includes(file);
  const [x64, arm64] = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];
  for (const [system, has, expected] of [
    ["linux x64", having(x64), ["@docfuse/linux-x64", "@docfuse/linux-x64-musl"]],
    ["linux arm64", having(arm64), ["@docfuse/linux-arm64", "@docfuse/linux-arm64-musl"]],
    // Alpine, and systems with glibc elsewhere.
    ["linux x64", having(), ["@docfuse/linux-x64-musl"]],
    ["linux arm64", having(x64), ["@docfuse/linux-arm64-musl"]],
    ["darwin arm64", having(), ["@docfuse/darwin-arm64"]],
    ["win32 x64", having(), ["@docfuse/win32-x64"]],
    ["win32 arm64", having(), ["@docfuse/win32-arm64"]],
    ["linux riscv64", having(), []],
  ]) {
    assert.deepEqual(packages(...system.split(" "), has), expected, system);
  }
});

const start = (...args) => [
  process.execPath,
  [join(folder, "node_modules/docfuse/bin/docfuse.mjs"), ...args],
];
const options = { cwd: tmpdir(), encoding: "utf8", env: { PATH: process.env.PATH } };
const launch = (...args) => spawnSync(...start(...args), options);

test("without the platform's package, it says how to get it", () => {
  const { status, stderr } = launch("build");
  assert.equal(status, 1);
  assert.match(stderr, /^docfuse: expected the package @docfuse\/\S+, .* found none; install docfuse again/);
});

test("what runs with any C library will do", { skip: process.platform !== "linux" && "no Linux" }, () => {
  const name = `@docfuse/${process.platform}-${process.arch}-musl`;
  const place = install(name, { "bin/docfuse": SCRIPT });
  assert.equal(launch("build", "x").stdout, "2 x \n");
  rmSync(place, { recursive: true });
});

test("arguments, output, exit code, encoder and signals pass through", async () => {
  install(`@docfuse/${process.platform}-${process.arch}`, { "bin/docfuse": SCRIPT });
  assert.deepEqual(launch("build", "a folder").stdout, "2 a folder \n");
  assert.equal(launch("build").status, 3);
  assert.equal(launch("die").status, 128 + 9);

  const encoder = install("@docfuse/all-minilm-l6-v2", {});
  assert.equal(launch("build", "x").stdout, `2 x ${encoder}\n`);
  const own = { ...options, env: { ...options.env, DOCFUSE_MODEL: "/own" } };
  assert.equal(spawnSync(...start("build", "x"), own).stdout, "2 x /own\n");

  const waiting = spawn(...start("wait"), options);
  let output = "";
  waiting.stdout.on("data", (text) => {
    if (!output) waiting.kill("SIGINT");
    output += text;
  });
  const [code] = await new Promise((resolve) => waiting.on("exit", (...args) => resolve(args)));
  assert.equal(code, 7);
  assert.equal(output, "waiting\nstopped\n");
});
