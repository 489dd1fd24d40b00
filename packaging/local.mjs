// Makes, of a release's npm packages, those that install from a folder without asking a registry for one of ours:
//   node packaging/local.mjs RELEASE OUT [NAME]...
// RELEASE has the tarballs of a release, OUT gets docfuse.tgz, encoder.tgz and one for each plugin, or those that are
// named. docfuse.tgz has this machine's command inside, plugins what they share.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const PLUGINS = ["docusaurus", "vitepress", "astro"];

const [from, out] = process.argv.slice(2, 4).map((path) => resolve(path));
const named = process.argv.slice(4);
const stage = mkdtempSync(join(tmpdir(), "docfuse-local-"));
try {
  const released = unpacked();
  mkdirSync(out, { recursive: true });
  for (const name of named.length > 0 ? named : ["docfuse", "encoder", ...PLUGINS]) {
    if (name === "docfuse") {
      const command = released(`@docfuse/${process.platform}-${process.arch}`);
      pack(name, released("docfuse"), command, {
        optionalDependencies: { [command.manifest.name]: command.manifest.version },
      });
    } else if (name === "encoder") pack(name, released("@docfuse/all-minilm-l6-v2"));
    else if (PLUGINS.includes(name)) {
      const shared = released("@docfuse/integration");
      // The command is looked for where the plugin is installed, and its absence has a message.
      write({ ...shared, manifest: { ...shared.manifest, dependencies: undefined } });
      pack(name, released(`@docfuse/${name}`), shared);
    } else throw new Error(`expected docfuse, encoder, ${PLUGINS.join(", ")}, found ${name}`);
  }
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** Unpacks all tarballs of the release; returns a function from a package's name to its folder and manifest. */
function unpacked() {
  const found = new Map();
  for (const [index, file] of readdirSync(from).entries()) {
    const folder = join(stage, String(index));
    mkdirSync(folder);
    execFileSync("tar", ["-xzf", join(from, file), "-C", folder]);
    const manifest = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8"));
    found.set(manifest.name, { folder, manifest });
  }
  return (name) => {
    if (!found.has(name)) throw new Error(`expected a tarball of ${name} in ${from}, found none`);
    return found.get(name);
  };
}

function write({ folder, manifest }) {
  writeFileSync(join(folder, "package/package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs `main` as OUT/NAME.tgz, with `changes` in its manifest, and the package `inner` bundled. */
function pack(name, main, inner, changes) {
  const bundled = inner && { bundleDependencies: [inner.manifest.name] };
  write({ folder: main.folder, manifest: { ...main.manifest, ...changes, ...bundled } });
  if (inner) {
    const place = join(main.folder, "package/node_modules", inner.manifest.name);
    cpSync(join(inner.folder, "package"), place, { recursive: true });
  }
  execFileSync("tar", ["-czf", join(out, `${name}.tgz`), "-C", main.folder, "package"]);
}
