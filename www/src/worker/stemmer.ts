/**
 * Loads the stemmer of one language from `docfuse-stemmers.hdf`, and puts it where the search modules look for it: the
 * function `docfuseStem` of the global scope. They have that of English, and no other.
 */

import { packed } from "../fetch/packed.js";
import LENGTHS from "docfuse_stemmers";
import type { ToWorker } from "../shared/protocol.js";

const NAME = "docfuse-stemmers.hdf";

/** The longest module that is read. */
const MAX_LENGTH = 1 << 20;

/** A module of `stemmers/src/lib.rs`. */
interface Stemmer {
  push(byte: number): void;
  stem(): number;
  pop(): number;
}

declare global {
  /** The stem of a word in lower case; nothing if the stemmer of the language is not loaded. */
  function docfuseStem(tag: string, word: string): string | undefined;
}

const loading = new Map<string, Promise<void>>();
const loaded = new Map<string, Stemmer>();

/** Resolves when the stemmer of a language is loaded, has failed, or is known not to exist. `address`: of the file. */
export function loadStemmer(language: string, address: string): Promise<void> {
  const primary = language.toLowerCase().split(/[-_]/)[0] ?? "";
  // Bokmål and Nynorsk.
  const tag = /^n[bn]$/.test(primary) ? "no" : primary;
  if (!Object.hasOwn(LENGTHS, tag)) return Promise.resolve();
  const load = async () => {
    const bytes = await packed(address, NAME, LENGTHS, tag, MAX_LENGTH);
    const { instance } = await WebAssembly.instantiate(bytes);
    loaded.set(tag, instance.exports as unknown as Stemmer);
  };
  // What has failed is loaded again by the next who asks; the search module says what is missing.
  const task = loading.get(tag) ?? load().catch(() => void loading.delete(tag));
  loading.set(tag, task);
  return task;
}

/** The language of the index that a message opens; empty for other messages. */
export function languageOf(message: ToWorker): string {
  if (message.type !== "open") return "";
  try {
    const { language } = JSON.parse(message.manifest.text) as { language?: unknown };
    return typeof language === "string" ? language : "";
  } catch {
    // The search says so.
    return "";
  }
}

globalThis.docfuseStem = (tag, word) => {
  const stemmer = loaded.get(tag);
  if (!stemmer) return undefined;
  for (const byte of new TextEncoder().encode(word)) stemmer.push(byte);
  const stem = new Uint8Array(stemmer.stem());
  for (let at = stem.length - 1; at >= 0; at--) stem[at] = stemmer.pop();
  return new TextDecoder().decode(stem);
};
