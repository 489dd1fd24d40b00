/**
 * Parts of files that outlast the page: kept in Cache Storage. Firefox's HTTP cache has whole files and no parts, and
 * Chromium's no answer with several ranges, so that each page of a site would ask for the same parts again.
 */

import type { Bytes } from "./http.js";
import type { Caches } from "../encoder/model-store.js";
import type { ByteRange } from "../shared/protocol.js";

const NAME = "docfuse-parts";

/** Parts of one origin: a few kilobytes each, and more than a reader's questions need. */
const MAX_RANGES = 2000;

export class RangeCache {
  /** None in pages that came unencrypted, or that may store nothing. Nobody waits for it: the host is not far. */
  #cache: Cache | undefined;
  /** What is in it: to look there for what is not would delay a first query. */
  readonly #keys = new Set<string>();

  constructor(caches: Caches | undefined = globalThis.caches) {
    void this.#open(caches).catch(() => undefined);
  }

  /** What was kept of `piece`, if it has the right length. May reject: then there is none. */
  async get(piece: ByteRange): Promise<Bytes | undefined> {
    const key = keyOf(piece);
    const response = this.#keys.has(key) ? await this.#cache?.match(key) : undefined;
    const bytes = response && new Uint8Array(await response.arrayBuffer());
    return bytes?.byteLength === piece.end - piece.start ? bytes : undefined;
  }

  /** Nobody waits for it, and where there is no room, nothing is kept. */
  put(piece: ByteRange, stored: Bytes): void {
    const key = keyOf(piece);
    this.#cache?.put(key, new Response(stored)).then(
      () => this.#keys.add(key),
      () => undefined,
    );
  }

  async #open(caches: Caches | undefined): Promise<void> {
    const cache = await caches?.open(NAME);
    const requests = (await cache?.keys()) ?? [];
    for (const { url } of requests.slice(-MAX_RANGES)) this.#keys.add(url);
    this.#cache = cache;
    // The oldest come first. Files have other names in each build, so these are of no use before long.
    for (const request of requests.slice(0, -MAX_RANGES)) await cache?.delete(request);
  }
}

/** An address that no site has, so that no other use of Cache Storage meets it. Names of files tell their content. */
function keyOf({ file, start, end }: ByteRange): string {
  return `https://docfuse.invalid/${file}/${start}-${end}`;
}
