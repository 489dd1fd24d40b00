// Vectors of an encoder of many languages in WebAssembly beside those of native code:
// node parity.mjs --wasm DIR --model DIR --vectors DIR
//
// DIR of --wasm has the module embed_unigram as wasm-bindgen wrote it; --vectors is the folder of pieces.py, into which the
// ignored test `vectors_of_sentences_in_many_scripts` wrote `native.f32` and `rows.bin`. Every bit is the same, or this fails.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { InputError, read, say } from "../lib/options.mjs";

const options = read({ wasm: { type: "string" }, model: { type: "string" }, vectors: { type: "string" } });
if (!options.wasm || !options.model || !options.vectors)
  throw new InputError("--wasm DIR, --model DIR and --vectors DIR expected");
const file = (folder, name) => readFileSync(join(resolve(folder), name));
const module = await import(pathToFileURL(join(resolve(options.wasm), "docfuse_embed.js")));
module.initSync({ module: file(options.wasm, "docfuse_embed_bg.wasm") });

const info = JSON.parse(file(options.model, "model.json"));
const records = file(options.vectors, "rows.bin");
// Codes of four bits, and a scale of two bytes for 32 of them.
const record = info.dimensions / 2 + info.dimensions / 16;
const texts = file(options.vectors, "sentences.txt").toString().replace(/\n$/, "").split("\n");
const expected = file(options.vectors, "native.f32");
const parts = [file(options.model, "query.onnx"), Buffer.from([0]), file(options.model, "tokenizer.bin")];
const loader = new module.EncoderLoader(info, new Uint32Array(parts.map((part) => part.length)), true);
parts.forEach((part, i) => {
  loader.begin(i);
  loader.append(i, part);
  const hash = createHash("sha256").update(part).digest("hex");
  loader.end(i, hash, hash);
});
const started = performance.now();
const encoder = loader.finish();
const loaded = performance.now();
const other = [];
for (const [i, text] of texts.entries()) {
  for (const id of encoder.missingRows(text, text))
    encoder.supplyRow(id, records.subarray(id * record, (id + 1) * record));
  const vector = encoder.embed(text);
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  if (!bytes.equals(expected.subarray(i * bytes.length, (i + 1) * bytes.length))) other.push(text);
}
const ms = (performance.now() - loaded) / texts.length;
say(
  `${texts.length} texts, ${other.length} other vectors; ready in ${(loaded - started).toFixed(0)} ms, ${ms.toFixed(1)} ms a text`,
);
for (const text of other) say(`another vector: ${JSON.stringify(text)}`);
if (other.length > 0) process.exit(1);
