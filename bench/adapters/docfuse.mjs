// Docfuse in lexical mode: the command's index and the npm client without the search box, with default settings.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "../lib/esbuild.mjs";
import { InputError } from "../lib/options.mjs";

/** `command` is the docfuse command, `packageFolder` the npm package of the same build. */
export function docfuse({ command, packageFolder }) {
  for (const [path, option] of [
    [command, "--docfuse FILE"],
    [join(packageFolder, "index.js"), "--package DIR"],
  ]) {
    if (!existsSync(path)) throw new InputError(`${path} not found; run ./pkg-build.sh, or give ${option}`);
  }
  return {
    name: "docfuse",
    version: execFileSync(command, ["--version"], { encoding: "utf8" }).trim().split(" ").at(-1),
    script: readFileSync(new URL("docfuse.page.js", import.meta.url), "utf8"),
    isCode: (path) => /\.(js|wasm)$/.test(path),
    build: ({ pages }, out) => [
      resolve(command),
      "build",
      pages,
      "--out",
      join(out, "docfuse"),
      "--no-dense",
    ],
    finish: (out) => addClient(join(out, "docfuse"), packageFolder),
  };
}

/**
 * Replaces `docfuse.js`, which includes the search box, by the npm package's client. Copies worker and modules from the
 * package too: they differ from the index's in the versions in addresses, which must match within a release.
 */
async function addClient(folder, packageFolder) {
  const module = "docfuse_full.wasm.hdf";
  if (!existsSync(join(folder, module))) {
    throw new InputError(
      `the build wrote no ${module}: the command has no browser files; run ./pkg-build.sh`,
    );
  }
  if (hash(join(folder, module)) !== hash(join(packageFolder, module))) {
    throw new InputError(
      `${module} of the command and of ${packageFolder} differ: give both of the same build`,
    );
  }
  rmSync(join(folder, "docfuse.js"));
  const names = readdirSync(packageFolder).filter((name) => existsSync(join(folder, name)));
  for (const name of names) copyFileSync(join(packageFolder, name), join(folder, name));
  await build({
    stdin: { contents: 'export { open } from "./index.js";', resolveDir: resolve(packageFolder) },
    bundle: true,
    format: "esm",
    minify: true,
    outfile: join(folder, "client.js"),
    logLevel: "warning",
  });
}

function hash(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
