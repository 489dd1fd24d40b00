// Packages of a release made from small stand-ins, in place of the command, the browser files and the encoder.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { release } from "../../packaging/release.mjs";

const PACKAGING = fileURLToPath(new URL("../../packaging/", import.meta.url));
/** The command: prints the encoder that it got, and its arguments. */
const COMMAND = '#!/bin/sh\necho "started $DOCFUSE_MODEL $*"\n';

/** What shells and man read, as packaging/share.sh writes it. */
export const SHARED = [
  "man/man1/docfuse.1",
  "man/man1/docfuse-build.1",
  "bash-completion/completions/docfuse",
  "zsh/site-functions/_docfuse",
  "fish/vendor_completions.d/docfuse.fish",
];

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
  const share = join(folder, "share");
  for (const name of SHARED) {
    mkdirSync(dirname(join(share, name)), { recursive: true });
    writeFileSync(join(share, name), name);
  }
  const npm = (...args) => execFileSync("node", [join(PACKAGING, "npm.mjs"), ...args]);
  const out = join(folder, "npm");
  npm("main", pkg, out, share);
  npm("platform", platform, command, out);
  npm("encoder", model, out);
  for (const name of ["core", "docusaurus", "vitepress", "astro"]) npm("integration", name, out);
  execFileSync("node", [join(PACKAGING, "local.mjs"), join(folder, "npm"), join(folder, "local")]);
  const python = (...args) => execFileSync("python3", [join(PACKAGING, "wheel.py"), ...args]);
  const wheels = join(folder, "pip");
  python("command", command, "any", wheels, share);
  python("encoder", model, wheels);
  python("docs", wheels);
}
