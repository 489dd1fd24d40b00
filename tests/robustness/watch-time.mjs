// How soon `docfuse serve --watch` tells an open page to reload: a word is added to one page of a site, again and again,
// each time in another one.
//
//   DOCFUSE_BIN=… node tests/robustness/watch-time.mjs --site DIR [--times 8]
//
// On a busy machine, by real-time priority: chrt --rr 1 node tests/robustness/watch-time.mjs …
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { table } from "../../bench/lib/markdown.mjs";
import { docfuseServe } from "../browser/docfuse-serve.mjs";
import { run, scratch, times } from "./command.mjs";

/** The events of the server, as an open page gets them: numbers of the site's state. */
async function* states(url) {
  const { body } = await fetch(`${url}__docfuse/events`);
  let text = "";
  for await (const bytes of body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    const lines = text.split("\n");
    text = lines.pop();
    for (const line of lines) if (line.startsWith("data:")) yield JSON.parse(line.slice(5)).site;
  }
}

/** Adds words to `count` pages of a copy of a site. Rows of a table, times in seconds. */
async function watchTimes(from, count) {
  const { folder, remove } = scratch();
  const site = join(folder, "site");
  cpSync(from, site, { recursive: true });
  const names = readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html"));
  const pages = names.sort().filter((name) => readFileSync(join(site, name), "utf8").includes("<p>"));
  assert.ok(pages.length > 0, `${from}: pages with <p> expected, none found`);
  const options = ["--watch", "--no-dense", "--cache", join(folder, "cache")];
  const server = await docfuseServe(site, options);
  const rows = [];
  try {
    await server.says("words in");
    const told = states(server.url);
    let { value: state } = await told.next();
    for (let number = 0; number < count; number += 1) {
      const page = pages[Math.floor(((number + 0.5) * pages.length) / count)];
      const path = join(site, page);
      const word = `zyxwatch${String.fromCharCode(97 + (number % 26)).repeat(number + 1)}`;
      const html = readFileSync(path, "utf8").replace("<p>", `<p>${word} `);
      const began = performance.now();
      writeFileSync(path, html);
      for (const before = state; state === before;) state = (await told.next()).value;
      const seconds = (performance.now() - began) / 1000;
      const [, words] = /words in ([\d.]+) s/.exec(await server.says("words in"));
      const { output } = await run(["query", join(site, "docfuse"), word, "--mode", "lexical", "--json"]);
      assert.equal(JSON.parse(output).hits.length > 0, true, `${page}: ${word} is not found`);
      rows.push([page, Math.round(html.length / 1000), words, seconds.toFixed(2)]);
    }
  } finally {
    await server.stop();
    remove();
  }
  return rows;
}

const at = process.argv.indexOf("--site");
if (at < 0 || !process.argv[at + 1])
  throw new Error("--site DIR: a folder with a built site expected, none found");
const load = () => loadavg()[0].toFixed(1);
const before = load();
const rows = await watchTimes(process.argv[at + 1], times(8));
console.log(table(["page", "KB", "words written, s", "page told to reload, s"], rows));
console.log(`\nload: ${before} at the start, ${load()} at the end`);
