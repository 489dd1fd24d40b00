// `docfuse model get`, from a server on loopback that breaks off, and from a folder.
//
// DOCFUSE_ENCODER_SOURCE: the encoder's files, as its authors publish them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { required } from "../../browser/chromium.mjs";
import { serve } from "../../browser/server.mjs";
import { cleanFolder, distFile, run, searches } from "./installed.mjs";

const NAME = "all-MiniLM-L6-v2";

let place, command, source, server;

before(async () => {
  place = cleanFolder();
  source = required("DOCFUSE_ENCODER_SOURCE", "the folder of the encoder's files as they are published");
  await run(["tar", "-xzf", distFile("npm", /^docfuse-linux-x64-\d/)], { cwd: place.folder, env: place.env });
  command = join(place.folder, "package/bin/docfuse");
  server = await serve(source);
});

after(async () => {
  await server?.close();
  place?.remove();
});

const models = () => join(place.env.HOME, ".local/share/docfuse/models");
const get = (...args) => run([command, "model", "get", ...args], { cwd: place.folder, env: place.env });

/** Size of the partial file of the weights. */
function arrived() {
  const folder = join(models(), `.${NAME}.partial`);
  if (!existsSync(folder)) return 0;
  return Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
}

test("a download that is killed goes on where it was", async () => {
  const download = execFile(command, ["model", "get", "--from", server.url], { env: place.env });
  while (arrived() < 20_000_000 && download.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  download.kill("SIGKILL");
  await new Promise((resolve) => download.on("exit", resolve));
  const before = arrived();
  assert.ok(before >= 20_000_000 && before < 90_868_376, `${before} bytes have arrived`);
  assert.equal(existsSync(join(models(), NAME, "model.json")), false);
  // The server breaks off, too, in the middle of what it sends.
  let cuts = 2;
  server.fault = (path) => (path.endsWith("model.safetensors") && cuts-- > 0 ? "cut" : undefined);
  server.requests.length = 0;
  const { stdout } = await get("--from", server.url);
  assert.match(stdout, /^all-MiniLM-L6-v2: 384 dimensions, 256 tokens, /);
  assert.deepEqual(server.requests, Array(3).fill("/model.safetensors"));
  assert.deepEqual(readdirSync(models()), [NAME]);
});

test("the command finds it without any setting", () => searches([command], place, { dense: true }));

test("a good encoder is kept, a damaged one replaced when the new one is whole", async () => {
  assert.match((await get("--from", server.url)).stdout, /is there already/);
  const file = join(models(), NAME, "model.onnx");
  const good = readFileSync(file);
  writeFileSync(file, good.subarray(0, 1000));
  server.fault = (path) => (path.endsWith("model.safetensors") ? "altered" : undefined);
  await assert.rejects(get("--from", server.url), { message: /expected SHA-256 53aa5117/ });
  assert.equal(statSync(file).size, 1000);
  await get("--from", source);
  assert.ok(readFileSync(file).equals(good));
  assert.deepEqual(readdirSync(models()), [NAME]);
});

test("it is the encoder of the packages, bit for bit", async () => {
  await run(["tar", "-xzf", distFile("npm", /^docfuse-all-minilm/)], { cwd: place.folder, env: place.env });
  for (const name of ["model.onnx", "tokenizer.bin", "model.json"]) {
    const packed = readFileSync(join(place.folder, "package", name));
    assert.ok(packed.equals(readFileSync(join(models(), NAME, name))), name);
  }
});
