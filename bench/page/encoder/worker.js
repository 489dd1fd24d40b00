// Runs in a worker: loads and times one encoder, driven by messages `{ id, command, values }`.
//
// A runtime is a module with
//   open(options)  imports its JavaScript
//   load(files)    resolves to `embed(input)`, which returns the vector or a promise of it
//   inputOf(text)  converts `{ text, ids }` to the input of `embed`; not timed
import { wasmBytes } from "./memories.js";

let runtime;
let files = {};
let embed;

const commands = {
  async open({ script, ...options }) {
    runtime = await import(script);
    await runtime.open(options);
  },

  /**
   * Fetches the files, `{ name: address }`, into memory. One after the other, because the Node server refuses requests
   * on a connection with more than ten megabytes in flight.
   */
  async fetch({ addresses }) {
    for (const [name, address] of Object.entries(addresses)) {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      files[name] = await response.arrayBuffer();
    }
  },

  /** Milliseconds from the files in memory to the first vector; `loaded` is the part before the first query. */
  async load({ text }) {
    const started = performance.now();
    embed = await runtime.load(files);
    const loaded = performance.now() - started;
    const vector = await embed(runtime.inputOf(text));
    const ms = performance.now() - started;
    files = {};
    return { loaded, ms, vector: Array.from(vector) };
  },

  /** The vectors of texts. */
  async vectors({ texts }) {
    const vectors = [];
    for (const text of texts) vectors.push(Array.from(await embed(runtime.inputOf(text))));
    return vectors;
  },

  /** Milliseconds of each text, and the cosine of its vector to `expected`. */
  async time({ texts }) {
    const inputs = texts.map((text) => runtime.inputOf(text));
    const [times, cosines] = [[], []];
    for (const [at, input] of inputs.entries()) {
      const started = performance.now();
      const vector = await embed(input);
      times.push(performance.now() - started);
      cosines.push(cosine(vector, texts[at].expected));
    }
    return { times, cosines };
  },

  memory: () => wasmBytes(),
};

function cosine(a, b) {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < b.length; i += 1) {
    product += a[i] * b[i];
    ofA += a[i] * a[i];
    ofB += b[i] * b[i];
  }
  return a.length === b.length ? product / Math.sqrt(ofA * ofB) : Number.NaN;
}

globalThis.onmessage = async ({ data: { id, command, values } }) => {
  try {
    globalThis.postMessage({ id, value: await commands[command](values) });
  } catch (error) {
    // wasm-bindgen throws plain objects, Emscripten numbers.
    globalThis.postMessage({ id, error: error?.stack ?? error?.message ?? JSON.stringify(error) });
  }
};
