/**
 * The encoder's files between pages: kept in Cache Storage by the hash of their content, for all pages of the origin.
 *
 * Every failure (insecure context, private window, no room left) is as if nothing were kept: the host has it all.
 */

import type { Bytes } from "../fetch/http.js";
import type { FileRef } from "../shared/protocol.js";

const NAME = "docfuse-encoder";

/** The subset of `CacheStorage` that is used. */
export type Caches = Pick<CacheStorage, "open">;

export class ModelStore {
  readonly #cache: Cache | undefined;
  /** Writes under way; none of them rejects. */
  readonly #writes = new Set<Promise<void>>();

  private constructor(cache: Cache | undefined) {
    this.#cache = cache;
  }

  /** `caches` is undefined where the browser offers none. Never rejects. */
  static async open(caches: Caches | undefined): Promise<ModelStore> {
    return new ModelStore(await caches?.open(NAME).catch(() => undefined));
  }

  /** Whether there is anything to keep files in. */
  get isUsable(): boolean {
    return this.#cache !== undefined;
  }

  /** The stored bytes of a file, if they are kept; not checked. */
  async get(file: FileRef): Promise<ReadableStream<Bytes> | undefined> {
    const response = await this.#cache?.match(keyOf(file)).catch(() => undefined);
    return response?.body ?? undefined;
  }

  /**
   * Keeps `stored` as the file's stored bytes if `verdict` resolves; nothing of it, if it rejects. What is kept under
   * that name stays until then, and stays if the write fails.
   */
  put(file: FileRef, stored: ReadableStream<Bytes>, verdict: Promise<void>): void {
    // A cache takes what it is given once the stream has ended well.
    const held = stored.pipeThrough(new TransformStream({ flush: () => verdict }));
    const write = (this.#cache?.put(keyOf(file), new Response(held)) ?? held.cancel()).catch(() => undefined);
    this.#writes.add(write);
    void write.then(() => this.#writes.delete(write));
  }

  async remove(file: FileRef): Promise<void> {
    await this.#cache?.delete(keyOf(file)).catch(() => undefined);
  }

  /** Once all writes have ended, lets go of every file but these: those of a model that is no longer used. */
  async keepOnly(files: readonly FileRef[]): Promise<void> {
    await Promise.all(this.#writes);
    const kept = new Set(files.map(keyOf));
    const requests = (await this.#cache?.keys().catch(() => undefined)) ?? [];
    await Promise.all(
      requests
        .filter(({ url }) => !kept.has(url))
        .map((request) => this.#cache?.delete(request).catch(() => undefined)),
    );
  }
}

/** An address that no site has, so that no other use of Cache Storage meets it. */
function keyOf({ sha256 }: FileRef): string {
  return `https://docfuse.invalid/${sha256}`;
}
