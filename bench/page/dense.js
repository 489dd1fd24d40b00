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
async function encoderOf({ parts, rows, tokenizer, info }) {
  const files = [...parts, ...(rows ? [rows.first] : []), tokenizer];
  const loader = new EncoderLoader(
    info,
    Uint32Array.from(files, ({ bytes }) => bytes),
    Boolean(rows),
  );
  for (const [part, { name, sha256 }] of files.entries()) {
    loader.begin(part);
    loader.append(part, await opened(await file(name)));
    loader.end(part, sha256);
  }
  return loader.finish();
}

/** Bytes of a file of word rows before its blocks, and of a block beside its row; see FORMAT.md. */
const [HEADER_BYTES, FRAME_BYTES] = [16, 23];

/** Loads the word rows that a query lacks; returns the bytes of their blocks. */
async function loadRows(encoder, { files, bytes }, text) {
  const length = bytes + FRAME_BYTES;
  const missing = [...encoder.missingRows(text, text)];
  for (const id of missing) {
    let row = id;
    for (const { name, stored } of files) {
      const rows = Math.floor((stored - HEADER_BYTES) / length);
      if (row < rows) {
        const start = HEADER_BYTES + row * length;
        encoder.supplyRow(id, await opened((await file(name)).slice(start, start + length)));
        break;
      }
      row -= rows;
    }
  }
  return missing.length * length;
}

/** Bytes of the manifest, which a reader's first query loads too. */
let manifestBytes;

/** Opens an index, and embeds the queries. */
async function open(folder, texts) {
  base = folder;
  await initSearch({ module_or_path: "/wasm/full/docfuse_full_bg.wasm" });
  await initEncoder({ module_or_path: "/wasm/embed/docfuse_embed_bg.wasm" });
  const text = new TextDecoder().decode(await file("docfuse.json"));
  const manifest = JSON.parse(text);
  const zipped = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  manifestBytes = (await new Response(zipped).arrayBuffer()).byteLength;
  const packed = Uint8Array.from(atob(manifest.directory.content), (char) => char.charCodeAt(0));
  directory = await opened(packed);
  const encoder = await encoderOf(manifest.model);
  queries = [];
  for (const text of texts) {
    const rows = manifest.model.rows ? await loadRows(encoder, manifest.model.rows, text) : 0;
    queries.push({ text, rows, vector: encoder.embed(text) });
  }
  encoder.free();
  return { windows: manifest.windows };
}

/** Whether blocks are of vectors, graph or homes; the others are texts. */
const isDense = ({ file }) => /^(dense|graph|homes)-/.test(file);

/** The stages of a reader's query: mode, and whether lexicon or encoder give the vector. */
const STAGES = {
  lexical: { mode: "lexical" },
  lexicon: { mode: "hybrid", lexicon: true },
  encoder: { mode: "hybrid", encoder: true },
};

/**
 * Asks one query to its answer. Stored bytes, those of vectors and graph among them, round trips, coalesced ranges, and
 * milliseconds of computation.
 */
async function ask({ mode, lexicon = false, encoder = false }, { text, vector, rows }) {
  const own = encoder ? rows : 0;
  const cost = { bytes: own, dense: 0, trips: own > 0 ? 1 : 0, ranges: 0, ms: 0 };
  index.useLexicon(lexicon);
  for (;;) {
    const begun = performance.now();
    index.supplyVector(encoder ? vector : undefined, text);
    const { need } = index.query({ ...REQUEST, mode, text });
    cost.ms += performance.now() - begun;
    if (!need) return cost;
    cost.trips += 1;
    const sum = (blocks) => blocks.reduce((bytes, { start, end }) => bytes + end - start, 0);
    const ends = new Set(need.map(({ file, end }) => `${file} ${end}`));
    cost.bytes += sum(need);
    cost.dense += sum(need.filter(isDense));
    cost.ranges += need.filter(({ file, start }) => !ends.has(`${file} ${start}`)).length;
    const blocks = await fetched(need);
    const supplied = performance.now();
    supply(blocks);
    cost.ms += performance.now() - supplied;
  }
}

/**
 * Asks the queries in all stages, those of each `session` queries by one reader. Per query: whether it is the reader's
 * first, and the cost of each stage behind the one before.
 */
async function stages(session) {
  const found = [];
  for (const [number, query] of queries.entries()) {
    const first = number % session === 0;
    if (first) {
      index?.free();
      index = new SearchIndex(directory);
    }
    const costs = { first };
    for (const [name, stage] of Object.entries(STAGES)) costs[name] = await ask(stage, query);
    if (first) {
      costs.lexical.bytes += manifestBytes;
      costs.lexical.ranges += 1;
      costs.lexical.trips += 1;
    }
    found.push(costs);
  }
  return found;
}

/** Milliseconds of each query until it requests texts, with all that it needs loaded. */
async function time() {
  index.free();
  index = new SearchIndex(directory);
  const request = ({ text, vector }) => {
    index.supplyVector(vector, text);
    return index.query({ ...REQUEST, text }).need;
  };
  for (const query of queries) {
    for (let need = request(query); need?.every(isDense); need = request(query)) supply(await fetched(need));
  }
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const begun = performance.now();
      const need = request(query);
      if (!need || need.some(isDense)) throw new Error("texts are to be missing, and nothing else");
      if (round > 0) times.push(performance.now() - begun);
    }
  }
  return times;
}

globalThis.dense = { open, stages, time };
