/**
 * Keeps the encoder's files in Cache Storage, by content hash, for all pages of the origin, and the speed of the network: a
 * page that has all else from the browser's cache measures none.
 *
 * If storage fails (insecure context, private window, no space left), files are fetched from the host.
 */

import type { Bytes } from "../fetch/http.js";
import type { Caches } from "../fetch/range-cache.js";
import type { FileRef } from "../shared/protocol.js";

const CACHE_NAME = "docfuse-encoder";

/** Beside the keys of files. */
const RATE_KEY = "https://docfuse.invalid/rate";

/** Milliseconds after which a reader may be on another network. */
const RATE_KEPT_MS = 1_800_000;

export class ModelStore {
  readonly #cache: Cache | undefined;
  /** Writes under way; none of them rejects. */
  readonly #writes = new Set<Promise<void>>();

  private constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  /** `caches` is undefined if the browser has none. Never rejects. */
  static async open(caches: Caches | undefined): Promise<ModelStore> {
    return new ModelStore(await caches?.open(CACHE_NAME).catch(() => undefined));
  }

  /** Whether storage could be opened. */
  get isUsable(): boolean {
    return this.#cache !== undefined;
  }

  /** The stored bytes of a file, if they are kept; unchecked. */
  async get(file: FileRef): Promise<ReadableStream<Bytes> | undefined> {
    const response = await this.#cache?.match(keyOf(file)).catch(() => undefined);
    return response?.body ?? undefined;
  }

  /**
   * Keeps `stored` as the file's stored bytes if `verdict` resolves, and nothing if it rejects. An older entry stays
   * until then, and stays if the write fails.
   */
  put(file: FileRef, stored: ReadableStream<Bytes>, verdict: Promise<void>): void {
    // A cache stores an entry once its stream has ended without an error.
    const held = stored.pipeThrough(new TransformStream({ flush: () => verdict }));
    const write = (this.#cache?.put(keyOf(file), new Response(held)) ?? held.cancel()).catch(() => undefined);
    this.#writes.add(write);
    void write.then(() => this.#writes.delete(write));
  }

  async remove(file: FileRef): Promise<void> {
    await this.#cache?.delete(keyOf(file)).catch(() => undefined);
  }

  /** Keeps the bytes a second that a page has measured, if it has. */
  async keepRate(rate: number | undefined): Promise<void> {
    if (rate === undefined) return;
    const kept = new Response(JSON.stringify([rate, Date.now()]));
    await this.#cache?.put(RATE_KEY, kept).catch(() => undefined);
  }

  /** Those that a page measured shortly before; unchecked but for their type. */
  async keptRate(): Promise<number | undefined> {
    try {
      const [rate, time] = (await (await this.#cache?.match(RATE_KEY))?.json()) as readonly unknown[];
      return Math.abs(Date.now() - Number(time)) < RATE_KEPT_MS && Number(rate) > 0
        ? Number(rate)
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Waits for all writes, then deletes all other files: those of a model that is no longer used. */
  async keepOnly(files: readonly FileRef[]): Promise<void> {
    await Promise.all(this.#writes);
    const kept = new Set([RATE_KEY, ...files.map(keyOf)]);
    const requests = (await this.#cache?.keys().catch(() => undefined)) ?? [];
    await Promise.all(
      requests
        .filter(({ url }) => !kept.has(url))
        .map((request) => this.#cache?.delete(request).catch(() => undefined)),
    );
  }
}

/** A reserved host name avoids collisions with other uses of Cache Storage. */
function keyOf({ sha256 }: FileRef): string {
  return `https://docfuse.invalid/${sha256}`;
}
