// An index whose readers get no encoder: the lexicon refines their answers, and nothing of an encoder is asked for.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium } from "./chromium.mjs";
import { answers, openSearch } from "./open-search.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const MODEL = fileURLToPath(new URL("../fixtures/encoder", import.meta.url));
const TEXTS = {
  threads: "Several threads share data. A lock keeps them from writing at once.",
  files: "A file is opened by its name. Several threads read data from a file.",
  errors: "An error says what a lock or a file lacks, and how threads go on.",
};
const QUESTION = "how do threads share data";

let site;
let browser;
let server;
let page;

before(async () => {
  const pages = Object.entries(TEXTS).map(([name, text]) => [`${name}.html`, pageIn("en", name, text)]);
  const options = ["--model", MODEL, "--encoder", "none"];
  site = smallSite(Object.fromEntries(pages), options, { vectors: true });
  server = await serve(site.folder);
  browser = await launchChromium();
  ({ page } = await openSearch(browser, `${server.url}threads.html`, { encoder: "auto" }));
});

after(async () => {
  await browser?.close();
  await server?.close();
  site?.remove();
});

test("the lexicon refines the first answer, and no encoder is waited for", async () => {
  const [first, second] = await answers(page, QUESTION, 1);
  const lists = ({ hits }) => new Set(hits.flatMap((hit) => hit.lists ?? []));
  assert.ok(first.hits.length > 0);
  assert.ok(lists(second).has("lexicon") && !lists(second).has("dense"));
  const encoder = server.requests.filter((path) =>
    /docfuse_embed|\/(model|tokenizer|rows|first)-/.test(path),
  );
  assert.deepEqual(encoder, []);
});

test("a query that needs the encoder is told that there is none", async () => {
  const [dense] = await page.evaluate(async (text) => {
    const { degraded } = await globalThis.search.query(text, { mode: "dense" });
    return degraded.filter(({ retriever }) => retriever === "dense");
  }, QUESTION);
  assert.equal(dense.code, "encoder-off");
});

test("the folder has no module of the encoder", () => {
  assert.equal(existsSync(join(site.folder, "docfuse/docfuse_embed.wasm.hdf")), false);
  assert.equal(existsSync(join(site.folder, "docfuse/docfuse_full.wasm.hdf")), true);
});
