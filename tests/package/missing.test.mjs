// packaging/missing.mjs, with registries on loopback: which packages of a release they lack.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { release } from "../../packaging/release.mjs";
import { fakePackages } from "./fake-packages.mjs";

const SCRIPT = fileURLToPath(new URL("../../packaging/missing.mjs", import.meta.url));
const { version } = release();

let folder, server, answers;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-missing-"));
  fakePackages(folder);
  mkdirSync(join(folder, "cargo"));
  for (const name of ["docfuse", "docfuse-site", "docfuse-cli"])
    writeFileSync(join(folder, "cargo", `${name}-${version}.crate`), "");
  server = createServer((request, response) => {
    const answer = answers[request.url];
    const [status, body] =
      answer === undefined ? [404, ""] : Number.isInteger(answer) ? [answer, ""] : [200, answer];
    response.writeHead(status).end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
});

after(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the script says about the folder `kind`, if the registry gives these answers. */
async function ask(kind, given, from = kind) {
  answers = given;
  const registry = `http://127.0.0.1:${server.address().port}`;
  const child = spawn(process.execPath, [SCRIPT, kind, join(folder, from), registry]);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text) => (stdout += text));
  child.stderr.on("data", (text) => (stderr += text));
  const status = await new Promise((resolve) => child.on("close", resolve));
  const names = stdout
    .split("\n")
    .filter(Boolean)
    .map((path) => path.slice(join(folder, from).length + 1));
  return { status, names, stderr };
}

const all = (kind) => readdirSync(join(folder, kind)).sort();
const file = (kind, name) => readFileSync(join(folder, kind, name));

test("npm: what it has in this version is left out", async () => {
  assert.deepEqual(await ask("npm", {}), { status: 0, names: all("npm"), stderr: "" });
  const name = `docfuse-vitepress-${version}.tgz`;
  const integrity = `sha512-${createHash("sha512").update(file("npm", name)).digest("base64")}`;
  const address = `/@docfuse%2fvitepress/${version}`;
  const others = all("npm").filter((other) => other !== name);
  const same = { [address]: JSON.stringify({ dist: { integrity } }) };
  assert.deepEqual(await ask("npm", same), { status: 0, names: others, stderr: "" });
  const changed = await ask("npm", { [address]: JSON.stringify({ dist: { integrity: "sha512-x" } }) });
  assert.deepEqual([changed.status, changed.names], [0, others]);
  assert.match(changed.stderr, /docfuse-vitepress-\S+ is there already, with other bytes\n$/);
});

test("pip: a wheel for another platform of the same version is missing", async () => {
  const address = `/docfuse/${version}/json`;
  const name = all("pip").find((other) => other.startsWith(`docfuse-${version}`));
  const sha256 = createHash("sha256").update(file("pip", name)).digest("hex");
  const has = (filename) => ({ [address]: JSON.stringify({ urls: [{ filename, digests: { sha256 } }] }) });
  const others = all("pip").filter((other) => other !== name);
  assert.deepEqual(await ask("pip", has(name)), { status: 0, names: others, stderr: "" });
  assert.deepEqual((await ask("pip", has("docfuse-other.whl"))).names, all("pip"));
});

test("cargo: earlier versions do not count, and the command comes last", async () => {
  const entries = (name, versions) => versions.map((vers) => `${JSON.stringify({ name, vers })}\n`).join("");
  const index = (...versions) =>
    Object.fromEntries(
      ["docfuse", "docfuse-cli", "docfuse-site"].map((name) => [`/do/cf/${name}`, entries(name, versions)]),
    );
  // The command needs the others.
  const inOrder = ["docfuse", "docfuse-site", "docfuse-cli"].map((name) => `${name}-${version}.crate`);
  assert.deepEqual((await ask("cargo", {})).names, inOrder);
  assert.deepEqual((await ask("cargo", index("0.0.1"))).names, inOrder);
  assert.deepEqual(await ask("cargo", index("0.0.1", version)), { status: 0, names: [], stderr: "" });
});

test("an answer that says neither is an error, as is a folder without packages", async () => {
  const failed = await ask("cargo", { "/do/cf/docfuse": 503 });
  assert.equal(failed.status, 1);
  assert.match(failed.stderr, /expected status 200 or 404, found 503/);
  const empty = await ask("cargo", {}, "model");
  assert.equal(empty.status, 1);
  assert.match(empty.stderr, /expected packages in \S+model, found none/);
});
