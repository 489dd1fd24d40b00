/** `fetch` for downloads in the background: they stop for each query, and go on by range from where they were. */

import type { Background } from "../fetch/background.js";
import type { Bytes, Fetch } from "../fetch/http.js";

/** Bytes that came, and the milliseconds in which they did. */
type Count = Pick<Background, "bytes" | "spent">;

/**
 * Never to be used for what a query waits for that holds the background. What the browser `mayKeep` says nothing of the
 * network's speed until it is whole, and only if it does not come from there.
 */
export function resumedFetch(background: Background, fetch: Fetch, mayKeep = false): Fetch {
  const resumed = new ResumedFetch(background, fetch, mayKeep);
  return Object.assign((url: string, init: RequestInit) => resumed.start(url, init), {
    isPaused: () => background.isPaused,
  });
}

class ResumedFetch {
  readonly #background: Background;
  readonly #fetch: Fetch;
  readonly #mayKeep: boolean;
  /** Reads that wait for bytes, and the time from which on their waiting is not counted yet. */
  #waiting = 0;
  #since = 0;

  constructor(background: Background, fetch: Fetch, mayKeep: boolean) {
    this.#background = background;
    this.#fetch = fetch;
    this.#mayKeep = mayKeep;
  }

  async start(url: string, init: RequestInit): Promise<Response> {
    const background = this.#background;
    const count = this.#mayKeep ? { bytes: 0, spent: 0 } : background;
    let loaded = 0;
    /** Bytes that came before a pause, and come again: the host ignores ranges, or the browser decompresses. */
    let again = 0;
    let isEncoded = false;
    const ask = async (): Promise<[Response, AbortSignal]> => {
      for (;;) {
        await background.idle;
        init.signal?.throwIfAborted();
        const { signal } = background;
        try {
          const asked: RequestInit = { ...init, signal: either(init.signal, signal) };
          if (loaded > 0 && !isEncoded) asked.headers = { range: `bytes=${loaded}-` };
          const response = await this.#fetch(url, asked);
          if (loaded > 0 && !response.ok) throw new TypeError(`status ${response.status}`);
          again = response.status === 206 ? 0 : loaded;
          return [response, signal];
        } catch (error) {
          if (!signal.aborted || init.signal?.aborted) throw error;
        }
      }
    };
    let [response, signal] = await ask();
    if (!response.body || !response.ok) return response;
    isEncoded = response.headers.has("content-encoding");
    let reader: ReadableStreamDefaultReader<Bytes> = response.body.getReader();
    const body = new ReadableStream<Bytes>({
      pull: async (controller) => {
        for (;;) {
          try {
            const { done, value } = await this.#read(reader, count);
            if (done) {
              if (this.#mayKeep && !(await isKept(url))) {
                background.bytes += count.bytes;
                background.spent += count.spent;
              }
              return controller.close();
            }
            const news = value.subarray(Math.min(again, value.byteLength));
            again -= value.byteLength - news.byteLength;
            if (news.byteLength === 0) continue;
            loaded += news.byteLength;
            return controller.enqueue(news);
          } catch (error) {
            if (!signal.aborted || init.signal?.aborted) throw error;
            [response, signal] = await ask();
            reader = (response.body ?? new Blob().stream()).getReader();
          }
        }
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, response);
  }

  /** Counts the bytes, and the time in which at least one read waits: what a busy processor takes is not the network's. */
  async #read(
    reader: ReadableStreamDefaultReader<Bytes>,
    count: Count,
  ): Promise<ReadableStreamReadResult<Bytes>> {
    if (this.#waiting === 0) this.#since = performance.now();
    this.#waiting += 1;
    try {
      const read = await reader.read();
      count.bytes += read.value?.byteLength ?? 0;
      return read;
    } finally {
      const now = performance.now();
      count.spent += now - this.#since;
      this.#since = now;
      this.#waiting -= 1;
    }
  }
}

/** Whether a response that has ended came from the browser's cache, as far as the browser tells. */
async function isKept(url: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve)); // the entry comes behind the last byte
  const entry = performance.getEntriesByName(url).at(-1) as PerformanceResourceTiming | undefined;
  return entry?.transferSize === 0 && entry.decodedBodySize > 0;
}

/** A signal that aborts with either one; `AbortSignal.any` is too new. */
function either(given: AbortSignal | null | undefined, pause: AbortSignal): AbortSignal {
  const abort = new AbortController();
  for (const signal of [given, pause]) {
    if (signal?.aborted) abort.abort(signal.reason);
    signal?.addEventListener("abort", () => abort.abort(signal.reason), { signal: abort.signal });
  }
  return abort.signal;
}
