// What each way of installation must give: a command that builds, queries and serves a site in a folder of a user who
// has nothing else, and a search box that answers.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { launchChromium, newPage } from "../../browser/chromium.mjs";
import { SearchBox } from "../../browser/search-box.mjs";
import { pageIn } from "../../browser/small-site.mjs";

/** What `./pkg-build.sh dist` made. */
export const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));

/** The path of the one file in dist/`folder` whose name matches. */
export function distFile(folder, pattern) {
  const names = readdirSync(join(DIST, folder)).filter((name) => pattern.test(name));
  assert.equal(names.length, 1, `dist/${folder} has ${names} for ${pattern}; run: ./pkg-build.sh dist`);
  return join(DIST, folder, names[0]);
}

/** A folder with a site in public/ and an empty home; `env` is an environment without any other setting. */
export function cleanFolder() {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-installed-"));
  const home = join(folder, "home");
  mkdirSync(home);
  mkdirSync(join(folder, "public"));
  for (const [name, title, text] of [
    ["index.html", "Start", "A manual about sharing."],
    ["threads.html", "Threads", "Wrap the value in a mutex, and clone it for each thread."],
    ["recipes.html", "Recipes", "Boil the potatoes, then fry the onions in butter until they are golden."],
  ]) {
    writeFileSync(join(folder, "public", name), pageIn("en", title, text));
  }
  return {
    folder,
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: tmpdir() },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a program to its end; standard output and standard error as text. Fails if the program does. */
export function run([file, ...args], { cwd, env }) {
  return new Promise((resolve, reject) => {
    execFile(file, args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${error.message}\n${stdout}`));
      else resolve({ stdout, stderr });
    });
  });
}

/**
 * Builds, queries, serves and searches in the browser with the command `docfuse`, the words that start it. `dense`:
 * whether the command must find an encoder.
 */
export async function searches(docfuse, { folder, env }, { dense }) {
  const options = { cwd: folder, env };
  const built = await run([...docfuse, "build", "./public"], options);
  const note = "note: no encoder found, so this index answers by words only.";
  assert.equal(built.stderr.includes(note), !dense, built.stderr);
  const query = async (text, mode) => {
    const words = ["query", "public/docfuse", text, "--mode", mode, "--json"];
    const { stdout } = await run([...docfuse, ...words], options);
    return JSON.parse(stdout);
  };
  const byWords = await query("mutex", "lexical");
  assert.equal(byWords.hits[0]?.url, "threads.html#top");
  // No word of it is on the page.
  const byMeaning = await query("cooking dinner with vegetables", "dense");
  assert.equal(byMeaning.hits[0]?.url, dense ? "recipes.html#top" : undefined);
  assert.equal(byMeaning.degraded === null, dense, JSON.stringify(byMeaning.degraded));

  const server = spawn(docfuse[0], [...docfuse.slice(1), "serve", "public", "--port", "0"], {
    ...options,
    stdio: ["ignore", "pipe", "inherit"],
    // A group of its own: npx starts more processes.
    detached: true,
  });
  const browser = await launchChromium();
  try {
    const line = await new Promise((resolve) => createInterface(server.stdout).once("line", resolve));
    const { page, problems } = await newPage(browser);
    const box = await SearchBox.at(page, `${line.match(/http:\S+/)[0]}index.html`);
    await box.input.focus();
    await box.type("mutex");
    await box.waitForAnswerTo("mutex");
    // An encoder that is there already adds what it finds.
    assert.equal((await box.urls())[0], "threads.html#top");
    if (dense) {
      await box.encoderReady();
      await box.type("cooking potatoes");
      await box.waitForAnswerTo("cooking potatoes");
      // A first answer may come while rows of its words are on the way.
      await box.waitForWhole();
      assert.equal((await box.urls())[0], "recipes.html#top");
    }
    assert.deepEqual(problems, []);
  } finally {
    await browser.close();
    // As Ctrl+C in a terminal does.
    process.kill(-server.pid, "SIGINT");
    await new Promise((resolve) => server.on("close", resolve));
  }
}
