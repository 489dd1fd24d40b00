/**
 * Keeps fetched byte ranges across pages, in Cache Storage. Chromium's HTTP cache keeps them, but Firefox's keeps only
 * whole files; without this, each page of a site would fetch the same ranges again there.
 */

import type { BlockRequest } from "../shared/protocol.js";
import type { Bytes } from "./http.js";

const CACHE_NAME = "docfuse-parts";

/** Ranges kept per origin, a few kilobytes each: more than one reader's queries need. */
const MAX_RANGES = 2000;

/** The subset of `CacheStorage` that is used. */
export type Caches = Pick<CacheStorage, "open">;

export class RangeCache {
  /** Undefined until opened, and where storage is refused (insecure context, private window). Nothing waits for it. */
  #cache: Cache | undefined;
  /** Keys in the cache: looking up a missing key would delay the first query. */
  readonly #keys = new Set<string>();

  constructor(caches: Caches | undefined = globalThis.caches) {
    void this.#open(caches).catch(() => undefined);
  }

  /** The stored bytes of `range`, if they are kept with the right length. A rejection means that there are none. */
  async get(range: BlockRequest): Promise<Bytes | undefined> {
    const key = keyOf(range);
    const response = this.#keys.has(key) ? await this.#cache?.match(key) : undefined;
    const bytes = response && new Uint8Array(await response.arrayBuffer());
    return bytes?.byteLength === range.end - range.start ? bytes : undefined;
  }

  /** Writes in the background; a failed write keeps nothing. */
  put(range: BlockRequest, stored: Bytes): void {
    const key = keyOf(range);
    this.#cache?.put(key, new Response(stored)).then(
      () => this.#keys.add(key),
      () => undefined,
    );
  }

  async #open(caches: Caches | undefined): Promise<void> {
    const cache = await caches?.open(CACHE_NAME);
    const requests = (await cache?.keys()) ?? [];
    for (const { url } of requests.slice(-MAX_RANGES)) this.#keys.add(url);
    this.#cache = cache;
    // The oldest come first. File names change with each build, so old entries are soon useless.
    for (const request of requests.slice(0, -MAX_RANGES)) await cache?.delete(request);
  }
}

/** A reserved host name avoids collisions with other uses of Cache Storage. File names contain a content hash. */
function keyOf({ file, start, end }: BlockRequest): string {
  return `https://docfuse.invalid/${file}/${start}-${end}`;
}
