// A deployed site whose pages scripts make: `docfuse build URL --render CHROMIUM` finds what the scripts write, with a real
// browser. tests/integration/summary.rs has a folder, with a program in its place.
//
// DOCFUSE_BIN: the docfuse command. CHROMIUM: the browser, which no test skips.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { required } from "./chromium.mjs";
import { FLAGS } from "./flags.mjs";
import { serve } from "./server.mjs";
import { until } from "./still.mjs";

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

/** Shows what its address has behind `#`, as Docsify does. */
const ROUTES = `const PAGES = { "/": "Birds", "/night": "Owls hunt voles", "/day/a b": "Larks sing" };
const title = PAGES[decodeURIComponent(location.hash.slice(1))] ?? "Birds";
document.querySelector("#app").innerHTML = "<nav><a href='#/night'>N</a><a href='#/day/a%20b'>D</a></nav><main><h1 id=x>" +
  title + "</h1><p>All about " + title + ".</main>";`;

/** Builds from the host into `out`; returns what the command says. */
async function built(out, ...options) {
  return builtFrom(server.url, out, "--rate", "100", ...options);
}

async function builtFrom(url, out, ...options) {
  const line = ["build", url, "--out", out, "--no-dense", ...options];
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

test("the routes of an application are pages, from its address as from its folder", async () => {
  const site = join(folder, "routes");
  mkdirSync(site);
  writeFileSync(join(site, "index.html"), SHELL);
  writeFileSync(join(site, "app.js"), ROUTES);
  const host = await serve(site);
  try {
    const render = ["--render", [chromium, ...FLAGS].join(" ")];
    assert.match(await builtFrom(host.url, "of-host", ...render), /en: 3 pages/);
    assert.match(await builtFrom(site, "of-folder", ...render), /en: 3 pages/);
    for (const index of ["of-host", "of-folder"]) {
      const { stdout } = await run(command, ["query", index, "larks", "--json"], { cwd: folder });
      assert.deepEqual(
        JSON.parse(stdout).hits.map(({ url }) => url),
        ["index.html#/day/a%20b"],
      );
    }
  } finally {
    await host.close();
  }
});

test("a page opens no other one, asks no private address, and downloads nothing", async () => {
  const asked = [];
  const other = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader("content-type", request.url === "/lib.js" ? "text/javascript" : "text/html");
    response.end(
      request.url === "/lib.js" ? "document.title = 'Zebra'" : "<title>Zebra</title><h1>Zebras</h1>",
    );
  });
  await new Promise((listening) => other.listen(0, "127.0.0.1", listening));
  const away = `http://127.0.0.1:${other.address().port}/`;
  const shown = (title, rest) =>
    `document.querySelector("#app").innerHTML = "<main><h1 id=x>${title}</h1><p>All about ${title}, and more of it.</main>"; ${rest}`;
  const site = join(folder, "fenced");
  mkdirSync(site);
  const shell = (script) => SHELL.replace("/app.js", script);
  const scripts = {
    away: `setTimeout(() => { location = "${away}page"; }, 50);`,
    file: shown("Files", `setTimeout(() => { location = "file:///etc/hostname"; }, 50);`),
    frame: shown(
      "Frames",
      `document.body.append(Object.assign(document.createElement("iframe"), { src: "${away}frame" }));`,
    ),
    loads: shown(
      "Loads",
      `document.body.append(Object.assign(document.createElement("script"), { src: "${away}lib.js" }));`,
    ),
    saves: shown(
      "Saves",
      `const link = Object.assign(document.createElement("a"), { href: "saves.js", download: "gift.exe" }); document.body.append(link); link.click();`,
    ),
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(site, `${name}.html`), shell(`${name}.js`));
    writeFileSync(join(site, `${name}.js`), script);
  }
  writeFileSync(
    join(site, "index.html"),
    "<title>Home</title><main><h1 id=x>Home</h1><p>All about homes.</main>",
  );
  const home = join(folder, "home");
  mkdirSync(home);
  try {
    const line = [
      "build",
      site,
      "--out",
      "fenced-index",
      "--no-dense",
      "--render",
      [chromium, ...FLAGS].join(" "),
    ];
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, "cache") };
    const { stderr } = await run(command, line, { cwd: folder, env });
    assert.match(stderr, /away\.html: its HTML from .* expected, (a page that does not load|nothing)/);
    const hits = async (text) => {
      const { stdout } = await run(command, ["query", "fenced-index", text, "--json"], { cwd: folder });
      return JSON.parse(stdout).hits.map(({ url }) => url);
    };
    assert.deepEqual(await hits("zebra"), []);
    assert.deepEqual(await hits("loads"), ["loads.html#x"]);
    assert.deepEqual(await hits("saves"), ["saves.html#x"]);
    assert.deepEqual(asked, []);
    const { stdout } = await run("find", [home, "-name", "*gift*"]);
    assert.equal(stdout, "");
  } finally {
    other.closeAllConnections();
    other.close();
  }
});

test("Ctrl+C ends the browser, and its profile", async () => {
  const site = join(folder, "endless");
  mkdirSync(site);
  writeFileSync(join(site, "index.html"), SHELL);
  writeFileSync(join(site, "app.js"), "for (;;);");
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  const line = [
    "build",
    site,
    "--out",
    "endless-index",
    "--no-dense",
    "--render",
    [chromium, ...FLAGS].join(" "),
  ];
  const processes = async () => {
    const { stdout } = await run("ps", ["-eo", "args="]);
    return stdout.split("\n").filter((args) => args.includes(temporary)).length;
  };
  for (const signal of ["SIGINT", "SIGKILL"]) {
    const build = spawn(command, line, {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => build.once("exit", resolve));
    await until(async () => (await processes()) > 4, "processes");
    build.kill(signal);
    await ended;
    await until(async () => (await processes()) === 0 && readdirSync(temporary).length === 0, "their end");
  }
});
