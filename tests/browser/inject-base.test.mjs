// `docfuse build --inject` on pages with <base>: where browsers look for the script.
import { test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { docfuseServe } from "./docfuse-serve.mjs";

const BASES = ["https://elsewhere.example/", "//elsewhere.example/a/", "/assets/", "../x/", "./", ""];

for (const [options, script] of [
  [[], "docfuse.js"],
  [["--offline"], "docfuse-classic.js"],
]) {
  test(`<base> does not move ${script}`, async () => {
    const site = mkdtempSync(join(tmpdir(), "docfuse-base-"));
    mkdirSync(join(site, "guide"));
    BASES.forEach((base, number) =>
      writeFileSync(
        join(site, "guide", `${number}.html`),
        `<!doctype html><html lang=en><head><meta charset=utf-8><base href="${base}"><title>Page ${number}</title></head>` +
          `<body><header>Site</header><main><h1>Page ${number}</h1><p>Some words.</main></body></html>`,
      ),
    );
    const command = required("DOCFUSE_BIN", "the docfuse command");
    const cache = join(site, "cache");
    execFileSync(command, ["build", site, "--no-dense", "--cache", cache, "--inject", ...options], {
      cwd: site,
      stdio: "pipe",
    });
    const server = await docfuseServe(site);
    const browser = await launchChromium();
    try {
      for (const [number, base] of BASES.entries()) {
        const { page, close } = await newPage(browser);
        const asked = [];
        page.on("request", (request) => asked.push(request.url()));
        await page.goto(`${server.url}guide/${number}.html`);
        const scripts = asked.filter((url) => url.endsWith(`/${script}`));
        assert.deepEqual(scripts, [`${server.url}docfuse/${script}`], `<base href="${base}">`);
        assert.equal(await page.evaluate(() => document.querySelectorAll("docfuse-search").length), 1);
        await close();
      }
    } finally {
      await browser.close();
      await server.stop();
      rmSync(site, { recursive: true, force: true });
    }
  });
}
