/**
 * Loads the stemmer that an index has, and puts it where the search modules look for it: the function `docfuseStem` of the
 * global scope. They have that of English, and no other.
 */

import { damaged, decompressed, fileUrl, readBody, request, retryOnce, type Fetch } from "../fetch/http.js";
import { isSize, object, parse } from "../fetch/manifest.js";
import { errorData } from "../shared/error.js";
import type { FromWorker, ToWorker } from "../shared/protocol.js";

/** The longest module that is read, in bytes. */
const MAX_BYTES = 1 << 20;

/** Bytes that a module has for a word and its stem. */
const BUFFER = 1024;

/** A module of `stemmers/src/lib.rs`, and where it has its word. */
interface Stemmer {
  readonly memory: WebAssembly.Memory;
  readonly word: number;
  stem(length: number): number;
  /** The word's place; another one when the memory has grown. */
  view: Uint8Array;
}

declare global {
  /**
   * Replaces the word of `length` bytes in a buffer, in lower case, with its stem by the language with this tag, whose two
   * letters are the bytes of a number. Returns the stem's length; -1 without a stemmer of the language.
   */
  function docfuseStem(tag: number, buffer: Uint8Array, length: number): number;
}

type Open = Extract<ToWorker, { type: "open" }>;

const loading = new Map<string, Promise<Stemmer>>();
const loaded = new Map<number, Stemmer>();

globalThis.docfuseStem = (tag, buffer, length) => {
  const stemmer = loaded.get(tag);
  if (!stemmer) return -1;
  copy(viewOf(stemmer), buffer, length);
  const stem = stemmer.stem(length);
  // A length that no stem has leaves the word as it is.
  if (!isSize(stem, Math.min(BUFFER, buffer.length))) return -1;
  copy(buffer, viewOf(stemmer), stem);
  return stem;
};

function viewOf(stemmer: Pick<Stemmer, "memory" | "word" | "view">): Uint8Array {
  const { memory, word, view } = stemmer;
  return view.buffer === memory.buffer ? view : (stemmer.view = new Uint8Array(memory.buffer, word, BUFFER));
}

/** Of a few bytes, which a view and its `set` would take longer for. */
function copy(to: Uint8Array, from: Uint8Array, length: number): void {
  for (let at = 0; at < length; at += 1) to[at] = from[at] ?? 0;
}

/** `receive`, but an index is opened when its stemmer is there. Messages stay in their order. */
export function behindStemmer(
  receive: (message: ToWorker) => void,
  post: (message: FromWorker) => void,
  fetch: Fetch,
): (message: ToWorker) => void {
  let opening: Promise<void> | undefined;
  return (message) => {
    if (message.type === "open") {
      opening = loadStemmer(message, fetch)
        .then(
          () => receive(message),
          (error: unknown) => post({ type: "open-failed", error: errorData(error) }),
        )
        .finally(() => (opening = undefined));
    } else if (opening) void opening.then(() => receive(message));
    else receive(message);
  };
}

/** Resolves when the stemmer that the manifest names is loaded, or none is named. */
async function loadStemmer({ base, manifest }: Open, fetch: Fetch): Promise<void> {
  const { language, stemmer } = parse(manifest.text);
  const { name, bytes } = object(stemmer);
  // The search module says what is missing.
  if (typeof name !== "string" || typeof language !== "string") return;
  if (!isSize(bytes, MAX_BYTES)) throw damaged(manifest.name, "names a stemmer of an unlikely size");
  const load = loading.get(name) ?? fetchStemmer(fetch, base, name, bytes);
  loading.set(name, load);
  try {
    loaded.set(tagOf(language), await load);
  } catch (error) {
    loading.delete(name);
    throw error;
  }
}

function fetchStemmer(fetch: Fetch, base: string, name: string, bytes: number): Promise<Stemmer> {
  return retryOnce(async (cache = "default") => {
    const response = await request(fetch, fileUrl(base, name), name, { cache });
    const module = await decompressed(await readBody(response, name, MAX_BYTES), name, bytes);
    if (module.byteLength !== bytes) {
      throw damaged(name, `has ${module.byteLength} bytes, expected ${bytes}`);
    }
    try {
      const { exports } = (await WebAssembly.instantiate(module)).instance;
      const found = exports as unknown as Pick<Stemmer, "memory" | "stem"> & { word(): number };
      const [word, { memory, stem }] = [found.word(), found];
      return { memory, word, stem, view: new Uint8Array(memory.buffer, word, BUFFER) };
    } catch (cause) {
      throw damaged(name, `is no stemmer: ${String(cause)}`, cause);
    }
  });
}

/** The number of a language's tag, as the search modules have it. */
function tagOf(language: string): number {
  const primary = language.toLowerCase().slice(0, 2);
  // Bokmål and Nynorsk.
  const tag = /^n[bn]$/.test(primary) ? "no" : primary;
  return (tag.charCodeAt(0) << 8) | tag.charCodeAt(1);
}
