// The npm package in an application: packed, installed, imported on a server, type-checked, built with Vite, and
// searched in Chromium.
//
// DOCFUSE_PKG: the package's folder. DOCFUSE_DEMO_SITE: the Rust Book with its index in docfuse/.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium, newPage, required } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";

const www = fileURLToPath(new URL("../../www/", import.meta.url));
const fixture = fileURLToPath(new URL("app/", import.meta.url));

let app;

before(() => {
  const pkg = required("DOCFUSE_PKG", "the folder of the built npm package");
  app = mkdtempSync(join(tmpdir(), "docfuse-package-"));
  cpSync(fixture, app, { recursive: true });
  run("npm", ["pack", "--silent", "--pack-destination", app], pkg);
  const [tarball] = readdirSync(app).filter((name) => name.endsWith(".tgz"));
  run("npm", ["install", "--silent", "--no-audit", "--no-fund", "--offline", join(app, tarball)], app);
});

after(() => {
  if (app) rmSync(app, { recursive: true, force: true });
});

function run(command, args, cwd) {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** A development tool in the version pinned by www/package-lock.json. */
const tool = (path) => join(www, "node_modules", path);

test("it has no dependencies", () => {
  const manifest = JSON.parse(readFileSync(join(app, "node_modules/docfuse/package.json"), "utf8"));
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(
    readdirSync(join(app, "node_modules")).filter((name) => !name.startsWith(".")),
    ["docfuse"],
  );
});

test("all entries import on a server, and open() says that it needs a browser", () => {
  const script = `
    const { open } = await import("docfuse");
    const { DocfuseSearchElement } = await import("docfuse/element");
    await import("docfuse/parts");
    await import("docfuse/ask");
    if (typeof DocfuseSearchElement !== "function") throw new Error("no element");
    const error = await open({ base: "/docfuse/" }).catch((reason) => reason);
    process.stdout.write(error.name + " " + error.code);
  `;
  const output = run(process.execPath, ["--input-type=module", "--eval", script], app);
  assert.equal(output, "DocfuseError unsupported");
});

test("correct uses type-check and wrong ones do not, with both module resolutions", () => {
  for (const options of [
    ["--module", "esnext", "--moduleResolution", "bundler"],
    ["--module", "nodenext", "--moduleResolution", "nodenext"],
  ]) {
    run(process.execPath, [tool("typescript/bin/tsc"), "-p", app, ...options], app);
  }
});

test("a Vite build finds a known section in Chromium", async () => {
  run(process.execPath, [tool("vite/bin/vite.js"), "build", "--logLevel", "warn"], app);
  const site = required("DOCFUSE_DEMO_SITE", "the Rust Book with its index in docfuse/");
  // Only the index: the runtime must come from the application's build.
  copyIndex(join(site, "docfuse"), join(app, "dist/docfuse"));
  const server = await serve(join(app, "dist"));
  const browser = await launchChromium();
  try {
    const { page, problems } = await newPage(browser);
    await page.goto(server.url);
    await page.waitForFunction(() => globalThis.found !== undefined);
    const found = await page.evaluate(() => globalThis.found);
    assert.equal(found.error, undefined);
    assert.ok(
      found.lexical.some((url) => url.startsWith("ch04-")),
      `lexical: ${found.lexical}`,
    );
    assert.ok(
      found.hybrid.some((url) => url.startsWith("ch16-")),
      `hybrid: ${found.hybrid}`,
    );
    assert.equal(found.degraded, null);
    // Each language is a module of its own.
    server.requests.length = 0;
    await page.evaluate(() => (document.documentElement.lang = "ca"));
    await page.locator("docfuse-search").getByPlaceholder("Cerca").waitFor();
    const texts = server.requests.map((path) => readFileSync(join(app, "dist", path), "utf8"));
    const holding = (hint) => texts.filter((text) => text.includes(hint)).length;
    assert.equal(holding("una pregunta"), 1, `${server.requests}`);
    assert.equal(holding("eine Frage"), 0, `${server.requests}`);
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    await server.close();
  }
});

function copyIndex(from, to) {
  cpSync(from, to, {
    recursive: true,
    filter: (path) => !/\.(js|wasm)$/.test(path),
  });
}
