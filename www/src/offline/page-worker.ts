/**
 * The search in the page itself, behind the interface of a worker: browsers start no worker in a page opened from a
 * folder. The lexical retriever takes milliseconds, so the page stays responsive. There is no encoder.
 */

import { inlinedSearch } from "../worker/inlined-search.js";
import { DocfuseError } from "../shared/error.js";
import type { FromWorker, ToWorker } from "../shared/protocol.js";
import { SearchSession } from "../worker/search-session.js";

/** In place of the function of this name that starts a worker. */
export function spawnWorker(): Worker {
  return new PageWorker() as Pick<Worker, keyof PageWorker> as Worker;
}

class PageWorker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  readonly #session = new SearchSession(
    {
      search: inlinedSearch,
      dense: () =>
        Promise.reject(new DocfuseError("unsupported", "search by meaning needs a page served over http")),
    },
    (url, init) => fetch(url, init),
    (message) => this.#deliver(message),
  );

  postMessage(message: ToWorker): void {
    const allowed: ToWorker =
      message.type === "open" ? { ...message, encoder: "off", reranker: undefined } : message;
    // Later, as between page and worker: callers rely on it.
    queueMicrotask(() => this.#session.receive(allowed));
  }

  terminate(): void {
    this.onmessage = null;
  }

  #deliver(data: FromWorker): void {
    const event = new MessageEvent("message", { data });
    queueMicrotask(() => this.onmessage?.call(this as never, event));
  }
}
