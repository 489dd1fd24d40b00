// Runs in the page: one index, its vectors, and the queries' vectors. dense.mjs calls `dense`.
import initSearch, { SearchIndex } from "/wasm/full/docfuse_full.js";
import initEncoder, { EncoderLoader } from "/wasm/embed/docfuse_embed.js";

const REQUEST = { mode: "dense", limit: 10, offset: 0, maxPerPage: 0 };
/** Rounds over all queries; the first is a warm-up. */
const ROUNDS = 11;
/** Queries of one reader, one after the other. */
const SESSION = 5;

let base;
let directory;
let index;
let queries;
async function opened(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function file(name) {
  const response = await fetch(base + name);
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Fetches blocks and decompresses them. */
async function fetched(blocks) {
  const files = new Map();
  for (const name of new Set(blocks.map((block) => block.file))) files.set(name, await file(name));
  const open = async (block) => {
    const content = await opened(files.get(block.file).slice(block.start, block.end));
    return { ...block, content };
  };
  return Promise.all(blocks.map(open));
}

/** Supplies blocks to the index; throws at a damaged one. */
function supply(blocks) {
  for (const { id, content } of blocks) index.supply(id, content);
}

/** The encoder of a manifest's `model`. */
async function encoderOf({ parts, tokenizer, info }) {
  const files = [...parts, tokenizer];
  const loader = new EncoderLoader(
    info,
    Uint32Array.from(files, ({ bytes }) => bytes),
  );
  for (const [part, { name, sha256 }] of files.entries()) {
    loader.begin(part);
    loader.append(part, await opened(await file(name)));
    loader.end(part, sha256);
  }
  return loader.finish();
}

/** Opens an index, and embeds the queries. */
async function open(folder, texts) {
  base = folder;
  await initSearch({ module_or_path: "/wasm/full/docfuse_full_bg.wasm" });
  await initEncoder({ module_or_path: "/wasm/embed/docfuse_embed_bg.wasm" });
  const manifest = JSON.parse(new TextDecoder().decode(await file("docfuse.json")));
  const packed = Uint8Array.from(atob(manifest.directory.content), (char) => char.charCodeAt(0));
  directory = await opened(packed);
  const encoder = await encoderOf(manifest.model);
  queries = texts.map((text) => ({ text, vector: encoder.embed(text) }));
  encoder.free();
  return { windows: manifest.windows };
}

/** Whether blocks are of vectors or graph; the others are texts. */
const isDense = ({ file }) => /^(dense|graph)-/.test(file);

/**
 * Asks the queries in sessions of SESSION readers' queries each. Per query: stored bytes, round trips, coalesced ranges.
 */
async function costs() {
  const found = [];
  for (const [number, { text, vector }] of queries.entries()) {
    if (number % SESSION === 0) {
      index?.free();
      index = new SearchIndex(directory);
    }
    const cost = { first: number % SESSION === 0, bytes: 0, trips: 0, ranges: 0 };
    for (;;) {
      const { need } = index.query({ ...REQUEST, text }, vector, text);
      if (!need?.every(isDense)) break;
      cost.trips += 1;
      const ends = new Set(need.map(({ file, end }) => `${file} ${end}`));
      cost.bytes += need.reduce((sum, { start, end }) => sum + end - start, 0);
      cost.ranges += need.filter(({ file, start }) => !ends.has(`${file} ${start}`)).length;
      supply(await fetched(need));
    }
    found.push(cost);
  }
  return found;
}

/** Milliseconds of each query until it requests texts, with all that it needs loaded. */
async function time() {
  index.free();
  index = new SearchIndex(directory);
  const ask = ({ text, vector }) => index.query({ ...REQUEST, text }, vector, text).need;
  for (const query of queries) {
    for (let need = ask(query); need?.every(isDense); need = ask(query)) supply(await fetched(need));
  }
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const begun = performance.now();
      const need = ask(query);
      if (!need || need.some(isDense)) throw new Error("texts are to be missing, and nothing else");
      if (round > 0) times.push(performance.now() - begun);
    }
  }
  return times;
}

globalThis.dense = { open, costs, time };
