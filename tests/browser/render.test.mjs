// A deployed site whose pages scripts make: `docfuse build URL --render CHROMIUM` finds what the scripts write, with a real
// browser. tests/integration/summary.rs has a folder, with a program in its place.
//
// DOCFUSE_BIN: the docfuse command. CHROMIUM: the browser, which no test skips.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { required } from "./chromium.mjs";
import { FLAGS } from "./flags.mjs";
import { serve } from "./server.mjs";

const SHELL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Zoo</title><div id="app"></div><script src="/app.js"></script>`;

/** Makes each page late, from data, with a link that only the script knows. */
const APP = `const PAGES = {
  "/": ["Birds", "All birds hatch.", "/owls.html"],
  "/owls.html": ["Owls", "They hunt voles below the snow.", "/"],
};
setTimeout(async () => {
  await fetch("/data.json");
  const [title, text, to] = PAGES[location.pathname];
  document.title = title;
  document.querySelector("#app").innerHTML =
    "<main><h1 id=top>" + title + "</h1><p>" + text + "</p><h2 id=more>More of it</h2><p>See <a href=" + to + ">there</a>.</main>";
}, 500);`;

const run = promisify(execFile);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const command = required("DOCFUSE_BIN", "the docfuse command");

let folder;
let server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "docfuse-render-"));
  const site = join(folder, "site");
  mkdirSync(site);
  for (const name of ["index.html", "owls.html"]) writeFileSync(join(site, name), SHELL);
  writeFileSync(join(site, "app.js"), APP);
  writeFileSync(join(site, "data.json"), "{}");
  server = await serve(site);
});

after(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds from the host into `out`; returns what the command says. */
async function built(out, ...options) {
  const line = ["build", server.url, "--out", out, "--no-dense", "--rate", "100", ...options];
  const { stdout, stderr } = await run(command, line, { cwd: folder });
  return stdout + stderr;
}

test("what scripts write is found, on pages that only their links lead to", async () => {
  const said = await built("rendered", "--render", [chromium, ...FLAGS].join(" "));
  assert.match(said, /en: 2 pages/);
  const { stdout } = await run(command, ["query", "rendered", "voles snow", "--json"], { cwd: folder });
  const { hits } = JSON.parse(stdout);
  assert.deepEqual([hits[0].title, hits[0].url], ["Owls", "owls.html#top"]);
  // Not without the browser: the text is on no page as the host sends it.
  const plain = await built("plain").catch(({ stderr }) => stderr);
  assert.doesNotMatch(plain, /2 pages/);
});
