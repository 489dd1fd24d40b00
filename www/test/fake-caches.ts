/** Cache Storage in memory. Like the browser's, it stores an entry once its body is complete. */

import type { Caches } from "../src/fetch/range-cache.js";

export class FakeCaches implements Caches {
  /** Stored bytes by URL. */
  readonly entries = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Number of lookups. */
  reads = 0;
  /** Which operation fails. */
  refuses: "open" | "put" | undefined;

  keys(): string[] {
    return [...this.entries.keys()];
  }

  async open(): Promise<Cache> {
    if (this.refuses === "open") throw new DOMException("not in this window", "SecurityError");
    const cache: Pick<Cache, "match" | "put" | "delete" | "keys"> = {
      match: async (url) => {
        this.reads += 1;
        const bytes = this.entries.get(urlOf(url));
        return bytes && new Response(bytes);
      },
      put: async (url, response) => {
        if (this.refuses === "put") {
          await response.body?.cancel();
          throw new DOMException("no room left", "QuotaExceededError");
        }
        this.entries.set(urlOf(url), new Uint8Array(await response.arrayBuffer()));
      },
      delete: async (url) => this.entries.delete(urlOf(url)),
      keys: async () => this.keys().map((url) => new Request(url)),
    };
    return cache as Cache;
  }
}

function urlOf(request: RequestInfo | URL): string {
  return request instanceof Request ? request.url : String(request);
}

/** Lets background work finish. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
