// Installation from dist/, as README and the guide say it: with npm and pip, and no registry is asked for a name of ours.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loggingRegistry } from "../logging-registry.mjs";
import { DIST, cleanFolder, run } from "./installed.mjs";

const UPSTREAM = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
const local = (...names) => names.map((name) => join(DIST, "local", `${name}.tgz`));

/** Runs `body` in a new folder, with npm and pip on a registry that notes who asks for our names. */
async function inFolder(body) {
  const place = cleanFolder();
  const registry = await loggingRegistry(UPSTREAM);
  try {
    const options = { cwd: place.folder, env: { ...place.env, ...registry.env } };
    await body(place.folder, options);
    assert.deepEqual(registry.asked, []);
  } finally {
    await registry.close();
    place.remove();
  }
}

/** Shell blocks of a document. */
function commands(path) {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
}

for (const document of ["README.md", "docs/index.md"]) {
  test(`the commands of ${document} for one's own site`, () =>
    inFolder(async (folder, options) => {
      const [block] = commands(document).filter((each) => each.startsWith("./pkg-build.sh dist &&"));
      const script = block
        .replace("./pkg-build.sh dist && packages=$PWD/dist/local", "packages=$DIST/local")
        // It serves until Ctrl+C.
        .replace(/^npx --no docfuse serve .*\n/m, "");
      assert.ok(script.startsWith("packages=$DIST/local\n") && !script.includes("serve"), script);
      mkdirSync(join(folder, "docfuse"));
      const env = { ...options.env, DIST };
      const { stdout, stderr } = await run(["bash", "-ec", script], { cwd: join(folder, "docfuse"), env });
      assert.ok(!stderr.includes("no encoder found"), stderr);
      assert.match(stdout, /Threads/);
      assert.ok(existsSync(join(folder, "my-site/public/docfuse/docfuse.js")));
    }));
}

test("a plugin, in a site of its generator", () =>
  inFolder(async (folder, options) => {
    mkdirSync(join(folder, "docs/.vitepress"), { recursive: true });
    writeFileSync(join(folder, "docs/index.md"), "# Threads\n\nA mutex guards a value.\n");
    writeFileSync(
      join(folder, "docs/.vitepress/config.mjs"),
      'import docfuse from "@docfuse/vitepress";\nexport default { vite: { plugins: [docfuse()] } };\n',
    );
    await run(
      ["npm", "install", "--no-audit", "vitepress@1", ...local("docfuse", "encoder", "vitepress")],
      options,
    );
    await run(["npx", "--no", "vitepress", "build", "docs"], options);
    const index = "docs/.vitepress/dist/docfuse";
    const { stdout } = await run(["npx", "--no", "docfuse", "query", index, "mutex", "--json"], options);
    assert.match(JSON.parse(stdout).hits[0].url, /#threads$/);
  }));

test("pip installs the command, the encoder and the plugins", () =>
  inFolder(async (folder, options) => {
    await run(["python3", "-m", "venv", "environment"], options);
    const bin = join(folder, "environment", "bin");
    const from = ["--no-index", "--find-links", join(DIST, "pip")];
    await run([join(bin, "pip"), "install", ...from, "docfuse-docs[encoder]"], options);
    const { stderr } = await run([join(bin, "docfuse"), "build", "public"], options);
    assert.ok(!stderr.includes("no encoder found"), stderr);
    await run([join(bin, "python"), "-c", "import docfuse.command"], options);
  }));
