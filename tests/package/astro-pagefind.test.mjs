// The example of a plugin that used Pagefind's Node API: its hooks, called as Astro does, with the command that was built.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const command = process.env.DOCFUSE_BIN ?? join(root, "target/release/docfuse");
const esbuild = createRequire(join(root, "www/package.json"))("esbuild");

let folder;

before(() => {
  assert.ok(existsSync(command), `expected the command at ${command}, found none; set DOCFUSE_BIN`);
  folder = mkdtempSync(join(tmpdir(), "docfuse-astro-"));
  const install = (name, files) => {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, "node_modules", name, path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, content);
    }
  };
  const place = join(folder, "node_modules/docfuse");
  cpSync(join(root, "integrations/npm/node"), join(place, "node"), { recursive: true });
  cpSync(join(root, "packaging/command.mjs"), join(place, "bin/command.mjs"));
  cpSync(join(root, "www/src/generated"), join(place, "types/generated"), { recursive: true });
  const exports = { "./node": { types: "./node/index.d.ts", default: "./node/index.js" } };
  install("docfuse", { "package.json": JSON.stringify({ name: "docfuse", type: "module", exports }) });
  // What the plugin takes of its other packages.
  const types = `type Logger = Record<"info" | "warn" | "error" | "debug", (text: string) => void>;
export interface AstroIntegration { name: string; hooks: {
  "astro:config:setup"?: (given: { config: { output: string; adapter?: object; build: { client: URL } }; logger: Logger }) => void;
  "astro:server:setup"?: (given: { server: { config: { root: string; build: { outDir: string } }; middlewares: {
    use: (handler: (req: { url?: string }, res: object, next: () => void) => void) => void } }; logger: Logger }) => void;
  "astro:build:done"?: (given: { dir: URL; logger: Logger }) => Promise<void>;
} }`;
  install("astro", { "package.json": '{"types":"index.d.ts"}', "index.d.ts": types });
  install("sirv", {
    "package.json": '{"type":"module","main":"index.js","types":"index.d.ts"}',
    "index.js": "export default () => () => {};",
    "index.d.ts":
      "export default function sirv(folder: string, options: object): (req: object, res: object, next: () => void) => void;",
  });
  cpSync(join(root, "examples/astro-pagefind/integration.ts"), join(folder, "integration.ts"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});

after(() => rmSync(folder, { recursive: true, force: true }));

test("its types fit those of docfuse/node", () => {
  const node = join(root, "www/node_modules/@types/node");
  cpSync(node, join(folder, "node_modules/@types/node"), { recursive: true });
  const tsc = join(root, "www/node_modules/typescript/bin/tsc");
  const flags = [
    "--noEmit",
    "--strict",
    "--skipLibCheck",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "--types",
    "node",
  ];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags, "integration.ts"], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout);
});

test("behind a build, the site has an index; what fails is logged", async () => {
  const { code } = await esbuild.transform(readFileSync(join(folder, "integration.ts"), "utf8"), {
    loader: "ts",
  });
  writeFileSync(join(folder, "integration.js"), code);
  const { default: docfuse } = await import(pathToFileURL(join(folder, "integration.js")));
  const log = [];
  const logger = Object.fromEntries(
    ["info", "warn", "error", "debug"].map((level) => [level, (text) => log.push(`${level}: ${text}`)]),
  );
  const site = join(folder, "a site");
  mkdirSync(site);
  const write = (name, html) => writeFileSync(join(site, name), html);
  write("index.html", "<html lang=en><title>Owls</title><main><h1>Owls</h1><p>Barn owls hear voles.</main>");
  write("old.html", "<meta http-equiv=refresh content='0; url=index.html'>");
  const indexConfig = { command, dense: false, cache: join(folder, "cache"), cwd: folder };
  const built = (config) =>
    docfuse({ indexConfig: config }).hooks["astro:build:done"]({ dir: pathToFileURL(`${site}/`), logger });
  await built(indexConfig);
  assert.deepEqual(log, [
    "info: Docfuse read 2 files",
    "warn: old.html: only redirects to another page",
    `info: Docfuse wrote index to ${join(site, "docfuse")}`,
  ]);
  const { stdout } = spawnSync(command, ["query", join(site, "docfuse"), "vole", "--json"], {
    encoding: "utf8",
  });
  assert.equal(JSON.parse(stdout).hits[0].title, "Owls");
  log.length = 0;
  await built({ ...indexConfig, settings: { bm25: { k1: -1 } } });
  assert.equal(log[0], "error: Docfuse failed to create index");
  assert.match(log[1], /bm25\.k1: a number from 0 to 10 expected/);
  log.length = 0;
  await docfuse({ indexConfig }).hooks["astro:build:done"]({
    dir: pathToFileURL(join(folder, "nowhere/")),
    logger,
  });
  assert.equal(log[0], "error: Docfuse failed to index files");
});
