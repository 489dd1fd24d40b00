/** Cache Storage in memory: like the browser's, it takes an entry once the whole body has come. */

import type { Caches } from "../src/fetch/range-cache.js";

export class FakeCaches implements Caches {
  /** Stored bytes by address. */
  readonly entries = new Map<string, Uint8Array<ArrayBuffer>>();
  /** How often an entry was asked for. */
  reads = 0;
  /** What the browser refuses: to open a cache, or to write to it. */
  refuses: "open" | "put" | undefined;

  keys(): string[] {
    return [...this.entries.keys()];
  }

  async open(): Promise<Cache> {
    if (this.refuses === "open") throw new DOMException("not in this window", "SecurityError");
    const cache: Pick<Cache, "match" | "put" | "delete" | "keys"> = {
      match: async (url) => {
        this.reads += 1;
        const bytes = this.entries.get(addressOf(url));
        return bytes && new Response(bytes);
      },
      put: async (url, response) => {
        if (this.refuses === "put") {
          await response.body?.cancel();
          throw new DOMException("no room left", "QuotaExceededError");
        }
        this.entries.set(addressOf(url), new Uint8Array(await response.arrayBuffer()));
      },
      delete: async (url) => this.entries.delete(addressOf(url)),
      keys: async () => this.keys().map((url) => new Request(url)),
    };
    return cache as Cache;
  }
}

function addressOf(request: RequestInfo | URL): string {
  return request instanceof Request ? request.url : String(request);
}

/** Lets everything that nobody waits for happen. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
