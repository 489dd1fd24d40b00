// An index with an encoder of many languages: the page loads its module and no other, and answers as the command does.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium } from "./chromium.mjs";
import { compare, native } from "./native.mjs";
import { openSearch } from "./open-search.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const MODEL = fileURLToPath(new URL("../fixtures/multilingual", import.meta.url));
const TEXTS = {
  value: "正しい値を入力してください。もう一度お試しください。",
  file: "ファイルが見つかりません。名前を確認してください。",
  page: "このページは存在しません。",
  date: "有効な日付を入力してください。",
};
/** The last one has pieces that no page has. */
const QUERIES = ["値を入力", "ファイルの名前", "日付 １２", "ページ", "значение gültig 유효한"];

let site;
let browser;
let server;
let ask;

before(async () => {
  const pages = Object.entries(TEXTS).map(([name, text]) => [`${name}.html`, pageIn("ja", name, text)]);
  site = smallSite(Object.fromEntries(pages), ["--model", MODEL], { vectors: true });
  server = await serve(site.folder);
  browser = await launchChromium();
  ({ ask } = await openSearch(browser, `${server.url}value.html`, { encoder: "eager" }));
});

after(async () => {
  await browser?.close();
  await server?.close();
  site?.remove();
});

test("the index says which encoder it has", () => {
  const { model } = JSON.parse(readFileSync(join(site.folder, "docfuse/docfuse.json"), "utf8"));
  assert.equal(model.unigram, true);
});

test("the page loads the encoder's module for many languages, and not the other", () => {
  const modules = server.requests.filter((path) => path.includes("docfuse_embed"));
  assert.deepEqual(modules, ["/docfuse/docfuse_embed_unigram.wasm.hdf"]);
});

for (const mode of ["dense", "hybrid"]) {
  test(`native and browser agree: ${mode}`, async () => {
    for (const text of QUERIES) {
      const options = { mode, limit: 4, explain: true };
      const expected = await native(join(site.folder, "docfuse"), text, options);
      const found = await ask(text, options);
      compare(text, expected, found);
      if (mode === "dense") assert.equal(found.hits.length, 4, text);
    }
  });
}
