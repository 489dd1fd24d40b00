// The packages of this tree, as authors install them: wheels and npm tarballs made from one command.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_PKG: the folder of the npm package, for
// generators that are configured in JavaScript. DOCFUSE_MODEL: the folder of the encoder; without it, they get none.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { required } from "../../browser/chromium.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

let folder;

/** The folder of all packages made so far; it goes with the process. */
function packages() {
  if (!folder) {
    folder = mkdtempSync(join(tmpdir(), "docfuse-packages-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  }
  return folder;
}

const made = new Map();

/** What `make` returns, made once for each name. */
function once(name, make) {
  if (!made.has(name)) made.set(name, make());
  return made.get(name);
}

/** Paths of the files in `folder` that `make(folder)` writes. */
function filesOf(name, make) {
  return once(name, () => {
    const out = join(packages(), name);
    make(out);
    return readdirSync(out).map((file) => join(out, file));
  });
}

const command = () => required("DOCFUSE_BIN", "the docfuse command");
const script = (name) => join(ROOT, "packaging", name);

/** Paths of the wheels, for `pip install`. */
export function wheels() {
  return filesOf("pip", (out) => {
    const python = (...args) =>
      execFileSync("python3", [script("wheel.py"), ...args, out], { stdio: "ignore" });
    python("command", command(), "any");
    python("docs");
  });
}

/**
 * Paths of the tarballs for `npm install`, which asks no registry for a package of ours: the npm package with its command,
 * the plugin `integrations/npm/INTEGRATION`, and the encoder if DOCFUSE_MODEL names it.
 */
export function tarballs(integration) {
  const node = (name, ...args) => execFileSync("node", [script(name), ...args], { stdio: "inherit" });
  const model = process.env.DOCFUSE_MODEL;
  return filesOf(`npm-${integration}`, (out) => {
    const release = join(packages(), `release-${integration}`);
    for (const args of [
      ["main", required("DOCFUSE_PKG", "the folder of the npm package")],
      ["platform", `${process.platform}-${process.arch}`, command()],
      ...(model ? [["encoder", model]] : []),
      ...["core", integration].map((name) => ["integration", name]),
    ]) {
      node("npm.mjs", ...args, release);
    }
    node("local.mjs", release, out, "docfuse", integration, ...(model ? ["encoder"] : []));
  });
}

const wheel = (name) => wheels().find((path) => basename(path).startsWith(`${name}-`));

/** Installs the `docfuse` command from its wheel, for generators that come without a plugin. */
export async function installCommand(place) {
  await place.pip(wheel("docfuse"));
}

/** Installs the Sphinx extension and the MkDocs plugin. */
export async function installPlugin(place) {
  await place.pip(wheel("docfuse"), wheel("docfuse_docs"));
}
