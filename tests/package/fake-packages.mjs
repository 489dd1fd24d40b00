// Packages of a release made from small stand-ins, in place of the command, the browser files and the encoder.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { release } from "../../packaging/release.mjs";

const PACKAGING = fileURLToPath(new URL("../../packaging/", import.meta.url));
/** The command: prints the encoder that it got, and its arguments. */
const COMMAND = '#!/bin/sh\necho "started $DOCFUSE_MODEL $*"\n';

const platform = `${process.platform}-${process.arch}`;

/** Makes them in `folder`: npm/ as a release has them, local/ for this machine, pip/ with the wheels. */
export function fakePackages(folder) {
  const model = join(folder, "model");
  const pkg = join(folder, "pkg");
  for (const place of [model, pkg]) mkdirSync(place, { recursive: true });
  for (const name of ["model.json", "model.onnx", "query.onnx", "tokenizer.bin"]) {
    writeFileSync(join(model, name), name);
  }
  const exports = { ".": "./index.js", "./package.json": "./package.json" };
  const manifest = { name: "docfuse", version: release().version, type: "module", files: ["*.js"], exports };
  writeFileSync(join(pkg, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(pkg, "index.js"), "");
  const command = join(folder, "docfuse");
  writeFileSync(command, COMMAND);
  const npm = (...args) => execFileSync("node", [join(PACKAGING, "npm.mjs"), ...args, join(folder, "npm")]);
  npm("main", pkg);
  npm("platform", platform, command);
  npm("encoder", model);
  for (const name of ["core", "docusaurus", "vitepress", "astro"]) npm("integration", name);
  execFileSync("node", [join(PACKAGING, "local.mjs"), join(folder, "npm"), join(folder, "local")]);
  const python = (...args) =>
    execFileSync("python3", [join(PACKAGING, "wheel.py"), ...args, join(folder, "pip")]);
  python("command", command, "any");
  python("encoder", model);
  python("docs");
}
