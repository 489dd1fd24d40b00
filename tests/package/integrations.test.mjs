// The plugins of integrations/npm without their generators, which tests/generators has: settings, the run of the
// command, files of development servers, locales.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const PACKAGES = { core: "integration", docusaurus: "docusaurus", vitepress: "vitepress", astro: "astro" };
// Writes its arguments where the index would be; the site "broken" fails.
const COMMAND = `import { mkdirSync, writeFileSync } from "node:fs";
const [, , verb, site, ...options] = process.argv;
if (site.endsWith("broken")) process.exit(3);
mkdirSync(site + "/docfuse", { recursive: true });
writeFileSync(site + "/docfuse/arguments", [verb, ...options].join(" "));
`;

let app;

before(() => {
  app = mkdtempSync(join(tmpdir(), "docfuse-integrations-"));
  for (const [folder, name] of Object.entries(PACKAGES)) {
    cpSync(join(root, "integrations/npm", folder), join(app, "node_modules/@docfuse", name), {
      recursive: true,
    });
  }
});

after(() => rmSync(app, { recursive: true, force: true }));

const load = (path) => import(pathToFileURL(join(app, "node_modules/@docfuse", path)));

function write(path, content) {
  const file = join(app, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, content);
  return file;
}

test("settings get defaults, and wrong ones a message that says what was expected", async () => {
  const { settings } = await load("integration/index.js");
  assert.deepEqual(settings(undefined, "x"), { build: [], box: {}, assistants: {}, command: "" });
  assert.deepEqual(settings({ build: ["--no-dense"] }, "x").build, ["--no-dense"]);
  for (const [wrong, message] of [
    [{ bild: [] }, /^x: expected only the settings build, box, assistants, command, found "bild"$/],
    [
      { build: "--no-dense" },
      /^x: expected a list of options of `docfuse build` as "build", found "--no-dense"$/,
    ],
    [{ build: [1] }, /as "build", found \[1\]$/],
    [{ box: { limit: 5 } }, /^x: expected an object with attributes of <docfuse-search>, as text as "box"/],
    [{ box: ["limit"] }, /as "box", found \["limit"\]$/],
    [{ assistants: null }, /as "assistants", found null$/],
    [{ command: true }, /as "command", found true$/],
  ]) {
    assert.throws(() => settings(wrong, "x"), { message });
  }
});

test("the index is written by the command of the package docfuse, or by the one that is named", async () => {
  const { buildIndex, settings } = await load("integration/index.js");
  const site = join(app, "a site");
  const options = settings({ build: ["--config", "a b.toml"] }, "x");
  await assert.rejects(buildIndex(site, options), {
    message: /^expected the package docfuse, found none; install it/,
  });
  write("node_modules/docfuse/package.json", "{}");
  write("node_modules/docfuse/bin/docfuse.mjs", COMMAND);
  await buildIndex(site, options);
  assert.equal(readFileSync(join(site, "docfuse/arguments"), "utf8"), "build --config a b.toml");
  await assert.rejects(buildIndex(join(app, "broken"), options), {
    message: /^docfuse wrote no search index for \S+broken \(exit code 3\); see its message above$/,
  });
  await assert.rejects(buildIndex(site, { ...options, command: "/nowhere/docfuse" }), {
    message: /ENOENT/,
  });
});

test("a development server sends the last index, else the script that says so, and nothing else", async () => {
  const { settings } = await load("integration/index.js");
  const { vitePlugin } = await load("integration/vite.js");
  const site = join(app, "built");
  write("secret.js", "secret");
  const place = { base: "/docs/", site };
  const plugin = vitePlugin(settings({ box: { limit: "3" } }, "x"), () => place);
  let middleware;
  plugin.configureServer({ middlewares: { use: (added) => (middleware = added) } });
  const server = createServer((request, response) =>
    middleware(request, response, () => response.writeHead(404).end()),
  );
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const get = async (path) => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`);
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  try {
    const [status, type, text] = await get("/docs/docfuse/docfuse.js?v=1");
    assert.deepEqual([status, type], [200, "text/javascript"]);
    assert.match(text, /Search works here after a build/);
    assert.equal((await get("/docs/docfuse/docfuse.json"))[0], 404);
    write("built/docfuse/docfuse.js", "the box");
    write("built/docfuse/texts-1.hdf", "texts");
    assert.deepEqual(await get("/docs/docfuse/docfuse.js"), [200, "text/javascript", "the box"]);
    assert.deepEqual(await get("/docs/docfuse/texts-1.hdf"), [200, "application/octet-stream", "texts"]);
    for (const path of [
      "/docfuse/docfuse.js",
      "/docs/",
      "/docs/docfuse/",
      "/docs/docfuse/..%2f..%2fsecret.js",
    ]) {
      assert.equal((await get(path))[0], 404, path);
    }
    // A generator may write its base without a slash.
    place.base = "/docs";
    assert.equal((await get("/docs/docfuse/docfuse.js"))[0], 200);
    const module = plugin.load(plugin.resolveId("virtual:docfuse"));
    const { script, attributes } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
    assert.equal(script, "/docs/docfuse/docfuse.js");
    assert.deepEqual(attributes, { layout: "modal", limit: "3" });
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("locales of Docusaurus share one index, which the last one writes", async () => {
  const { isLastLocale, siteOf } = await load("docusaurus/locales.js");
  const context = (currentLocale, baseUrls, outDir) => ({
    outDir,
    i18n: {
      defaultLocale: "en",
      currentLocale,
      locales: Object.keys(baseUrls),
      localeConfigs: Object.fromEntries(
        Object.entries(baseUrls).map(([locale, baseUrl]) => [locale, { baseUrl }]),
      ),
    },
  });
  const usual = { fr: "/p/fr/", en: "/p/", "zh-CN": "/p/zh-CN/" };
  for (const [locale, urls, outDir, base, folder] of [
    ["en", usual, "/s/build/", "/p/", "/s/build/"],
    ["fr", usual, "/s/build/fr/", "/p/", "/s/build"],
    ["fr", usual, "/s/build/fr", "/p/", "/s/build"],
    ["zh-CN", { ...usual, "zh-CN": "/p/more/zh/" }, "/s/build/more/zh/", "/p/", "/s/build"],
    // The only locale of a build, at the root.
    ["fr", { ...usual, fr: "/p/" }, "/s/build", "/p/", "/s/build"],
    ["fr", { en: "/en/", fr: "/fr/" }, "/s/build/fr", "/fr/", "/s/build/fr"],
    // A folder that does not have the name of the address.
    ["fr", usual, "/s/french", "/p/fr/", "/s/french"],
  ]) {
    assert.deepEqual(siteOf(context(locale, urls, outDir)), { base, folder }, `${locale} in ${outDir}`);
  }
  const line = ["node", "docusaurus", "build"];
  for (const [locale, options, expected] of [
    ["en", [], false],
    ["fr", [], false],
    ["zh-CN", [], true],
    ["fr", ["--locale", "fr"], true],
    ["en", ["-l", "en"], true],
    ["fr", ["--locale=fr"], true],
  ]) {
    const last = isLastLocale(context(locale, usual, "/s/build"), [...line, ...options]);
    assert.equal(last, expected, `${locale} ${options}`);
  }
  assert.equal(isLastLocale(context("en", { en: "/" }, "/s/build"), line), true);
});

test("correct settings type-check and wrong ones do not", () => {
  const tsc = join(root, "www/node_modules/typescript/bin/tsc");
  for (const [line, expected] of [
    ['docfuse({ build: ["--no-dense"], box: { encoder: "off" }, assistants: {}, command: "/x" });', 0],
    ["docfuse();", 0],
    ["docfuse({ bild: [] });", 1],
    ["docfuse({ box: { limit: 5 } });", 1],
  ]) {
    const file = write("use.ts", `import docfuse from "@docfuse/vitepress";\n${line}\n`);
    const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022", "--types", ""];
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, file], { encoding: "utf8" });
    assert.equal(status === 0 ? 0 : 1, expected, `${line}\n${stdout}`);
  }
});

test("packed, they have one version, and depend on what they need alone", () => {
  const out = join(app, "packed");
  const names = Object.keys(PACKAGES);
  for (const name of names)
    execFileSync(process.execPath, [join(root, "packaging/npm.mjs"), "integration", name, out]);
  const version = readFileSync(join(root, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];
  const tarballs = readdirSync(out).sort();
  assert.deepEqual(tarballs, names.map((name) => `docfuse-${PACKAGES[name]}-${version}.tgz`).sort());
  for (const tarball of tarballs) {
    const read = (path) =>
      execFileSync("tar", ["-xzOf", join(out, tarball), `package/${path}`], { encoding: "utf8" });
    const manifest = JSON.parse(read("package.json"));
    const needed = tarball.includes("-integration-") ? "docfuse" : "@docfuse/integration";
    assert.deepEqual([manifest.version, manifest.dependencies], [version, { [needed]: version }]);
    // Everything that an application may import is there.
    const paths = Object.values(manifest.exports).flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry),
    );
    for (const path of paths) assert.ok(read(path.replace("./", "")).length > 0, path);
    read("README.md");
    read("LICENSE-MIT");
  }
});
