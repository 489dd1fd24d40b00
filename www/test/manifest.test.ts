/** Reading the manifest, format versions, and the choice of a site's language. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { chooseManifest, fittingLanguage, workerKind } from "../src/client/language-choice.js";
import { openDirectory, readManifest } from "../src/fetch/manifest.js";
import { readModel } from "../src/encoder/model-ref.js";
import { encoded, manifestText } from "./fake-host.js";

const NAME = "docfuse.json";
const FILE = { name: "model-0.hdf", bytes: 10, stored: 5, sha256: "0".repeat(64) };

const read = (members: object) => readManifest(manifestText({ sections: 3 }, members), NAME);

test("the directory and the model are read as written", async () => {
  const info = { dimensions: 384 };
  const tokenizer = { ...FILE, name: "tokenizer-0.json" };
  const manifest = read({ model: { parts: [FILE, FILE], tokenizer, info } });
  assert.deepEqual(await openDirectory(manifest), encoded('{"sections":3}'));
  assert.deepEqual(readModel(manifest.model ?? {}), {
    folder: "",
    files: [FILE, FILE, tokenizer],
    rows: undefined,
    info,
  });
  assert.equal(read({ model: null }).model, undefined);
});

test("an invalid encoder is damaged; the rest of the manifest stays readable", () => {
  for (const model of [
    "all-MiniLM",
    {},
    { parts: [FILE] },
    { parts: FILE, tokenizer: FILE },
    { parts: [null], tokenizer: FILE },
    { parts: [{ ...FILE, bytes: 1e12 }], tokenizer: FILE },
    { parts: [{ ...FILE, bytes: -1 }], tokenizer: FILE },
    { parts: [{ ...FILE, sha256: 0 }], tokenizer: FILE },
    { parts: [{ ...FILE, sha256: "../x" }], tokenizer: FILE },
    { parts: Array(60).fill({ ...FILE, bytes: 10 << 20 }), tokenizer: FILE },
  ]) {
    const manifest = read({ model });
    const text = JSON.stringify(model).slice(0, 60);
    assert.throws(() => readModel(manifest.model ?? {}), { code: "damaged", file: NAME }, text);
  }
});

test("another version is rejected with advice", () => {
  for (const [members, message] of [
    [{ version: 99 }, /version 14 expected, 99 found; reload/],
    [{ version: 1 }, /version 14 expected, 1 found; build the index anew/],
    [{ analyzer: 9 }, /analyzer 8 expected, 9 found; reload/],
    [{ analyzer: undefined }, /analyzer 8 expected, undefined found; build the index anew/],
  ] as const) {
    assert.throws(() => read(members), { code: "version", file: NAME, message });
  }
});

test("an invalid manifest is damaged", () => {
  for (const text of ["", "<!doctype html>", "null", "3", "[]", "{}", '{"format":"other"}']) {
    assert.throws(() => readManifest(text, NAME), { code: "damaged", file: NAME }, text);
  }
  for (const members of [
    { directory: undefined },
    { directory: { bytes: 3 } },
    { directory: { bytes: -1, content: "" } },
    { directory: { bytes: 1.5, content: "" } },
    { directory: { bytes: "3", content: "" } },
    { directory: { bytes: (64 << 20) + 1, content: "" } },
  ]) {
    assert.throws(() => read(members), { code: "damaged", file: NAME }, JSON.stringify(members));
  }
});

test("a directory of another length or encoding is damaged", async () => {
  const gzip = gzipSync("directory").toString("base64");
  const bomb = gzipSync(new Uint8Array(50_000_000)).toString("base64");
  for (const directory of [
    { bytes: 9, content: "%%%" },
    { bytes: 8, content: gzip },
    { bytes: 10, content: gzip },
    { bytes: 9, content: gzip.slice(0, 12) },
    { bytes: 9, content: bomb },
    { bytes: 9, content: "" },
  ]) {
    const broken = openDirectory(read({ directory }));
    await assert.rejects(broken, { code: "damaged", file: NAME }, JSON.stringify(directory).slice(0, 60));
  }
});

test("only English needs no stemmers of other languages", () => {
  for (const tag of ["en", "", " EN_us ", "en-GB"]) assert.equal(workerKind(tag), "english", tag);
  for (const tag of ["de", "enm", "pt-br"]) assert.equal(workerKind(tag), "languages", tag);
});

test("a tag gets its language, the nearest variant, or nothing", () => {
  for (const [wanted, known, expected] of [
    [" pt-BR ", ["en", "pt-br", "pt-pt"], "pt-br"],
    ["pt_PT", ["en", "pt-br", "pt-pt"], "pt-pt"],
    ["pt-AO", ["en", "pt", "pt-br"], "pt"],
    ["pt", ["pt-br", "pt-pt"], "pt-br"],
    ["zh-Hant-TW", ["zh-cn", "zh-hant"], "zh-hant"],
    ["fr", ["en", "pt"], undefined],
    ["", ["en"], undefined],
  ] as const) {
    assert.equal(fittingLanguage(wanted, known), expected, wanted);
  }
});

/** Chooses on a site in English and German; returns name, language and number of requests. */
async function chosen(wanted: string, members: object = {}): Promise<unknown[]> {
  const asked: string[] = [];
  const site: Record<string, string> = {
    "docfuse.json": manifestText({}, { languages: { de: "docfuse.de.json" }, ...members }),
    "docfuse.de.json": manifestText({}, { language: "de" }),
  };
  const { name, language, text } = await chooseManifest(async (file) => {
    asked.push(file);
    return site[file] ?? assert.fail(file);
  }, wanted);
  assert.equal(text, site[name]);
  return [name, language, asked.length];
}

test("the manifest of the page's language is chosen if there is one", async () => {
  assert.deepEqual(await chosen("de"), ["docfuse.de.json", "de", 2]);
  for (const main of ["en", "fr", "", "constructor", "__proto__"]) {
    assert.deepEqual(await chosen(main), ["docfuse.json", "en", 1], main);
  }
  assert.deepEqual(await chosen("de", { language: "de" }), ["docfuse.json", "de", 1]);
  assert.deepEqual(await chosen("de", { languages: null }), ["docfuse.json", "en", 1]);
  assert.deepEqual(await chosen("de", { language: 7, languages: {} }), ["docfuse.json", "", 1]);
});

test("a manifest outside the folder is rejected", async () => {
  for (const name of ["../docfuse.json", "https://other.example/x.json", "docfuse.de.js", 7]) {
    await assert.rejects(chosen("de", { languages: { de: name } }), { code: "damaged" }, String(name));
  }
});
