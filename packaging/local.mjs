// Makes, of a release's npm packages, those that install from a folder without asking a registry for one of ours:
//   node packaging/local.mjs RELEASE OUT
// RELEASE has the tarballs of a release, OUT gets docfuse.tgz, encoder.tgz and one for each plugin. docfuse.tgz has this
// machine's command inside, plugins what they share.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const [from, out] = process.argv.slice(2).map((path) => resolve(path));
const stage = mkdtempSync(join(tmpdir(), "docfuse-local-"));
try {
  const released = unpacked();
  mkdirSync(out, { recursive: true });
  const command = `@docfuse/${process.platform}-${process.arch}`;
  pack("docfuse", released("docfuse"), released(command), {
    optionalDependencies: { [command]: released(command).manifest.version },
    bundleDependencies: [command],
  });
  pack("encoder", released("@docfuse/all-minilm-l6-v2"));
  const shared = released("@docfuse/integration");
  for (const name of ["docusaurus", "vitepress", "astro"]) {
    // The command is looked for where the plugin is installed, and its absence has a message.
    write({ ...shared, manifest: { ...shared.manifest, dependencies: undefined } });
    pack(name, released(`@docfuse/${name}`), shared, { bundleDependencies: [shared.manifest.name] });
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

/** Packs `main` as OUT/NAME.tgz, with `changes` in its manifest, and `inner` installed inside. */
function pack(name, main, inner, changes) {
  write({ folder: main.folder, manifest: { ...main.manifest, ...changes } });
  const place = inner && join(main.folder, "package/node_modules", inner.manifest.name);
  if (inner) {
    mkdirSync(dirname(place), { recursive: true });
    renameSync(join(inner.folder, "package"), place);
  }
  execFileSync("tar", ["-czf", join(out, `${name}.tgz`), "-C", main.folder, "package"]);
  if (inner) renameSync(place, join(inner.folder, "package"));
}
