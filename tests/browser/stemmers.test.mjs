// Stemmers: the modules that indexes in other languages than English have, and pages that load them.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_RUNTIME_DIR: these files, compressed.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { sizesOf } from "../../www/interface-bytes.mjs";
import { ask, BoxSite } from "./box-site.mjs";
import { required } from "./chromium.mjs";
import { pageIn } from "./small-site.mjs";

const bundle = required("DOCFUSE_RUNTIME_DIR", "the browser files");
const modules = join(bundle, "stemmers");
const words = readFileSync(new URL("../fixtures/stems.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(" "));
const TAGS = [...new Set(words.map(([tag]) => tag))];

/** A function that stems words by the module of a language. */
async function stemmer(tag) {
  const bytes = gunzipSync(readFileSync(join(modules, `${tag}.wasm.gz`)));
  const { memory, word, stem } = (await WebAssembly.instantiate(bytes)).instance.exports;
  const at = (length) => new Uint8Array(memory.buffer, word(), length);
  return (text) => {
    const { length } = Buffer.from(text);
    at(length).set(Buffer.from(text));
    return Buffer.from(at(stem(length))).toString();
  };
}

test("there is a module for each language of the word lists, and no other", () => {
  assert.deepEqual(readdirSync(modules).toSorted(), TAGS.map((tag) => `${tag}.wasm.gz`).toSorted());
});

for (const tag of TAGS) {
  // In packages, wasm-opt saves .8 % more.
  test(`the module of ${tag} stems as the command, and a page loads at most 123,100 bytes of code for it`, async () => {
    const stem = await stemmer(tag);
    const lists = words.filter(([of]) => of === tag);
    assert.ok(lists.length >= 100);
    // The command is compared with the same words by a test of its own.
    for (const [, word, expected] of lists) assert.equal(stem(word), expected);
    for (const word of ["", "a".repeat(1024), "\u0301", "𝄞"]) assert.equal(typeof stem(word), "string");
    const worker = sizesOf(gunzipSync(readFileSync(join(bundle, "docfuse-worker-languages.js.gz"))));
    const module = readFileSync(join(modules, `${tag}.wasm.gz`));
    assert.ok(worker.gzip + module.length <= 123_100, `${worker.gzip} and ${module.length} bytes`);
  });
}

/** Page, its text, and a query in another form of a word. */
const PAGES = [
  ["de", "Häuser", "Die Häuser stehen auf dem Berg.", "haus"],
  ["pl", "Dokumenty", "Nie ma tu dokumentów.", "dokumentach"],
  ["sr", "Датотеке", "Ово су датотеке.", "datoteka"],
  ["nn", "Husene", "Husene står på berget.", "hus"],
  ["fa", "خانه", "این خانه است.", "خانه"],
  ["en", "Houses", "Houses stand on the hill.", "house"],
];
const STEMMED = ["de", "pl", "sr", "nn"];
const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  const pages = PAGES.map(([tag, title, text]) => [`${tag}/a.html`, pageIn(tag, title, text)]);
  server = await sites.of(Object.fromEntries(pages), ["--offline", "--precache-manifest"]);
});
after(() => sites.stop());

const manifests = () =>
  readdirSync(join(server.folder, "docfuse"))
    .filter((name) => /^docfuse(\.\w+)?\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(server.folder, "docfuse", name), "utf8")));
const fileOf = (tag) => manifests().find(({ language }) => language === tag).stemmer?.name;
const loaded = () => server.requests.filter((path) => path.includes("/stemmer-"));

test("an index folder has the stemmers of its languages, with twins, and service workers keep them", () => {
  const named = STEMMED.map(fileOf).toSorted();
  const folder = readdirSync(join(server.folder, "docfuse")).filter((name) => name.startsWith("stemmer-"));
  assert.deepEqual(folder.toSorted(), named.flatMap((name) => [name, `${name}.js`]).toSorted());
  const kept = JSON.parse(readFileSync(join(server.folder, "docfuse/docfuse-precache.json"), "utf8")).first;
  assert.deepEqual(
    kept.map(({ url }) => url).filter((url) => url.includes("stemmer-")),
    kept.map(({ url }) => url).filter((url) => named.includes(url.slice("docfuse/".length))),
  );
  for (const name of named)
    assert.ok(
      kept.some(({ url }) => url === `docfuse/${name}`),
      name,
    );
});

for (const [tag, title, , query] of PAGES) {
  test(`a page in ${tag} loads the stemmer of its language alone, and finds another form of a word`, async () => {
    server.requests.length = 0;
    await sites.on(server, `${tag}/a.html`, async (box) => {
      await ask(box, query);
      assert.deepEqual(
        (await box.links()).map((link) => link.replace(server.url, "")),
        [`${tag}/a.html#top`],
        title,
      );
    });
    assert.deepEqual(loaded(), STEMMED.includes(tag) ? [`/docfuse/${fileOf(tag)}`] : []);
  });
}

/** In the page: the code, file and message by which opening the Polish index fails. */
const failure = async () => {
  const { open } = await import("/docfuse/docfuse.js");
  const base = new URL("/docfuse/", location.href);
  const search = await open({ base, language: "pl", encoder: "off" }).catch((error) => error);
  if (search instanceof Error) return { code: search.code, file: search.file, message: search.message };
  search.close();
  return { code: "none", message: "" };
};

for (const [fault, code] of [
  ["missing", "not-found"],
  ["cut", "network"],
  ["altered", "damaged"],
  ["error", "network"],
]) {
  test(`a stemmer that is ${fault} is named, no word is looked up without it, and “Try again” recovers`, async () => {
    const file = fileOf("pl");
    const faults = (path) => (path.endsWith(file) ? fault : undefined);
    await sites.on(
      server,
      "pl/a.html",
      async (box, page) => {
        server.fault = faults;
        const found = await page.evaluate(failure);
        assert.deepEqual({ code: found.code, file: found.file }, { code, file }, found.message);
        assert.ok(found.message.includes(file), found.message);
        await box.input.fill("dokumentach");
        const again = box.host.getByRole("button", { name: "Spróbuj ponownie" });
        await again.waitFor();
        assert.equal(await box.hits.count(), 0);
        server.fault = () => undefined;
        await again.click();
        await box.waitForAnswerTo("dokumentach");
        assert.equal(await box.hits.count(), 1);
      },
      { expected: /status of (404|500)|ERR_/ },
    );
  });
}

test("what is no stemmer is damaged, and an index that names none is to be built anew", async () => {
  const name = fileOf("pl");
  const path = join(server.folder, "docfuse", "docfuse.pl.json");
  const file = existsSync(path) ? path : join(server.folder, "docfuse/docfuse.json");
  const manifest = readFileSync(file, "utf8");
  try {
    await sites.on(
      server,
      "en/a.html",
      async (_, page) => {
        const { stemmer } = JSON.parse(manifest);
        for (const [changed, code, said] of [
          [undefined, "language", "build the index anew"],
          [{ ...stemmer, bytes: stemmer.bytes - 1 }, "damaged", name],
          [{ ...stemmer, bytes: stemmer.bytes + 1 }, "damaged", name],
          [{ ...stemmer, bytes: 2 ** 21 }, "damaged", "unlikely size"],
          [{ ...stemmer, name: "../pl/a.html" }, "damaged", "is not the name of an index file"],
          [JSON.parse(manifest).hashes, "damaged", "hashes-"],
          [stemmer, "none", ""],
        ]) {
          writeFileSync(file, JSON.stringify({ ...JSON.parse(manifest), stemmer: changed }));
          const found = await page.evaluate(failure);
          assert.equal(found.code, code, found.message);
          assert.ok(found.message.includes(said), found.message);
        }
      },
      { expected: /./ },
    );
  } finally {
    writeFileSync(file, manifest);
  }
});
