// Builds a site with one hostile page at a time. Each build must end in time, name the page if it is left out, and index
// the good page beside it.
//
//   DOCFUSE_BIN=… node tests/robustness/hostile.mjs [NAME…]      pages of 16 MB, and one of 1 GB
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, openSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { table } from "../../bench/lib/markdown.mjs";
import { run, scratch, write } from "./command.mjs";
import { HOSTILE_PAGES, LARGEST } from "./hostile-pages.mjs";

/** Builds a site with a page that `make` writes to a path. */
async function build(name, make) {
  const { folder, remove } = scratch();
  try {
    const site = join(folder, "site");
    write(
      join(site, "good.html"),
      "<!doctype html><title>Good</title><main><h1>Good</h1><p>A wombat lives here.</main>",
    );
    make(join(site, "hostile.html"));
    const options = ["--no-dense", "--cache", join(folder, "cache")];
    const { code, output, processor, peak } = await run(["build", site, ...options]);
    assert.equal(code, 0, `${name}: ${output}`);
    const leftOut = /left out, ([^\n]*): 1 \(hostile\.html\)/.exec(output)?.[1];
    const { output: answer } = await run([
      "query",
      join(site, "docfuse"),
      "wombat",
      "--mode",
      "lexical",
      "--json",
    ]);
    assert.ok(JSON.parse(answer).hits[0].url.startsWith("good.html"), `${name}: ${answer}`);
    assert.ok(leftOut || /\b2 pages/.test(output), `${name}: neither indexed nor named:\n${output}`);
    return {
      page: name,
      "seconds of processor time": processor.toFixed(1),
      "MB of memory": Math.round(peak / 1e6),
      outcome: leftOut ?? "indexed",
    };
  } finally {
    remove();
  }
}

/** A site with the hostile page `name`, of about `bytes` bytes. */
export const hostile = (name, bytes) => build(name, (path) => write(path, HOSTILE_PAGES[name](bytes)));

/** A page of 1 GB of zero bytes, which takes no place on disk. */
export const gigabyte = () =>
  build("one of 1 GB", (path) => {
    const file = openSync(path, "w");
    ftruncateSync(file, 1e9);
    closeSync(file);
  });

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const wanted = process.argv.slice(2);
  const rows = wanted.length > 0 ? [] : [await gigabyte()];
  for (const name of wanted.length > 0 ? wanted : Object.keys(HOSTILE_PAGES))
    rows.push(await hostile(name, LARGEST));
  console.log(table(Object.keys(rows[0]), rows.map(Object.values)));
}
