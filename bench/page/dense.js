// Runs in the page: one index, its vectors, and the queries' vectors. dense.mjs calls `dense`.
import initSearch, { SearchIndex } from "/wasm/full/docfuse_full.js";
import initEncoder, { EncoderLoader } from "/wasm/embed/docfuse_embed.js";

const REQUEST = { mode: "dense", limit: 10, offset: 0, maxPerPage: 0 };
/** Rounds over all queries; the first is a warm-up. */
const ROUNDS = 11;

let base;
let directory;
let index;
let queries;
/** Blocks of the vectors, as the index requested them, with their decompressed content. */
let vectors;

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

/** Supplies blocks to the index; throws at a damaged one. Returns their stored bytes and the module's milliseconds. */
function supply(blocks) {
  const begun = performance.now();
  for (const { id, content } of blocks) index.supply(id, content);
  const ms = performance.now() - begun;
  return { stored: blocks.reduce((sum, { start, end }) => sum + end - start, 0), ms };
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

/** Opens an index, fetches its vectors, and embeds the queries. */
async function open(folder, texts) {
  base = folder;
  await initSearch({ module_or_path: "/wasm/full/docfuse_full_bg.wasm" });
  await initEncoder({ module_or_path: "/wasm/embed/docfuse_embed_bg.wasm" });
  const manifest = JSON.parse(new TextDecoder().decode(await file("docfuse.json")));
  const packed = Uint8Array.from(atob(manifest.directory.content), (char) => char.charCodeAt(0));
  directory = await opened(packed);
  index = new SearchIndex(directory);
  const encoder = await encoderOf(manifest.model);
  queries = texts.map((text) => ({ text, vector: encoder.embed(text) }));
  encoder.free();
  vectors = await fetched(index.preload("dense"));
  return { windows: manifest.windows, ...supply(vectors) };
}

/** Reopens the index, without texts, with vectors and graph; `null` if there is no graph. */
async function graph() {
  index.free();
  index = new SearchIndex(directory);
  supply(vectors);
  const blocks = index.preload("dense");
  return blocks.length === 0 ? null : supply(await fetched(blocks));
}

/** Milliseconds of each query until it requests texts, which must not be loaded yet. */
function time() {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { text, vector } of queries) {
      const begun = performance.now();
      const step = index.query({ ...REQUEST, text }, vector, text);
      if (!step.need) throw new Error("texts are there already");
      if (round > 0) times.push(performance.now() - begun);
    }
  }
  return times;
}

/** Cosine similarities of each query's ten hits. */
async function scores() {
  const found = [];
  for (const { text, vector } of queries) {
    let step;
    while ((step = index.query({ ...REQUEST, text }, vector, text)).need) supply(await fetched(step.need));
    // A request for another embedding would not compare with `truth`, which uses these vectors.
    if (!step.answer) throw new Error(`${text}: ${JSON.stringify(step)}, an answer expected`);
    if (step.answer.degraded) throw new Error(JSON.stringify(step.answer.degraded));
    found.push(step.answer.hits.map((hit) => hit.score));
  }
  return found;
}

/**
 * Cosine similarities of each query's ten best sections, by brute force in JavaScript. Reads the blocks as FORMAT.md
 * specifies and shares no code with the module.
 */
function truth() {
  const [first, ...blocks] = vectors.map(({ content }) => content);
  const { bits, dimensions, sections, nodeOf } = windows(first);
  const row = bits === 4 ? Math.ceil(dimensions / 2) : dimensions;
  const nodes = [];
  for (const block of blocks) {
    for (let start = 0; start < block.length; start += row) {
      const numbers = new Float64Array(dimensions);
      for (let at = 0; at < dimensions; at += 1) {
        numbers[at] =
          bits === 4
            ? ((block[start + (at >> 1)] >> (4 * (at & 1))) & 15) - 8
            : (block[start + at] << 24) >> 24;
      }
      nodes.push(unit(numbers));
    }
  }
  return queries.map(({ vector }) => {
    const query = unit(Float64Array.from(vector));
    const similarity = nodes.map((node) => dot(node, query));
    const best = new Map();
    nodeOf.forEach((node, window) => {
      const section = sections[window];
      best.set(section, Math.max(best.get(section) ?? -1, similarity[node]));
    });
    return [...best.values()].sort((a, b) => b - a).slice(0, 10);
  });
}

function dot(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at] * other[at];
  return sum;
}

function unit(numbers) {
  const length = Math.sqrt(dot(numbers, numbers));
  return numbers.map((number) => number / length);
}

/** Reads the first block: layout of the vectors, and the section and node of each window. */
function windows(block) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = block[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const bits = block[at++];
  const dimensions = varint() + 1;
  varint();
  const count = varint();
  let section = 0;
  const sections = Array.from({ length: count }, () => (section += varint()));
  const repeats = new Map();
  let least = 0;
  for (let left = varint(); left > 0; left -= 1) {
    const window = least + varint();
    repeats.set(window, varint());
    least = window + 1;
  }
  let next = 0;
  const nodeOf = sections.map((_, window) => repeats.get(window) ?? next++);
  return { bits, dimensions, sections, nodeOf };
}

globalThis.dense = { open, graph, time, scores, truth };
