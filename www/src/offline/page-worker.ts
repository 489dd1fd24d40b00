/**
 * The search in the page itself, behind the interface of a worker: browsers start no worker in a page opened from a
 * folder. Words and lexicon take milliseconds, so the page stays responsive. There is no encoder.
 */

import { Background } from "../fetch/background.js";
import { DocfuseError } from "../shared/error.js";
import type { Degraded, FromWorker, ToWorker } from "../shared/protocol.js";
import { inlinedSearch } from "../worker/inlined-search.js";
import { onceLoaded } from "../worker/once-loaded.js";
import { SearchSession } from "../worker/search-session.js";
import { behindStemmer } from "../worker/stemmer.js";
import type { DenseModules, SearchIndexClass } from "../worker/wasm-modules.js";
import { loadFullSearch } from "./load-full.js";

/** No script of a worker is loaded. */
export const WHY_NO_WORKER = "";

/** Likewise. */
export async function renewWorker(): Promise<void> {}

/** In place of the function of this name that starts a worker. */
export function spawnWorker(): Worker {
  return new PageWorker() as Pick<Worker, keyof PageWorker> as Worker;
}

/** The full search module, once loaded. */
let full: SearchIndexClass | undefined;

const loadFull = onceLoaded(async () => (full = await loadFullSearch((url, init) => fetch(url, init))));

const NO_ENCODER = "pages opened from a folder load no encoder";

function unsupported(): DocfuseError {
  return new DocfuseError("unsupported", NO_ENCODER);
}

const modules: DenseModules = {
  search: loadFull,
  encoder: () => Promise.reject(unsupported()),
  helps: () => Promise.resolve(false),
  isTooSlow: () => true,
  reranker: () => {
    throw unsupported();
  },
};

class PageWorker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  onmessageerror: Worker["onmessageerror"] = null;
  readonly #session = new SearchSession(
    {
      search: () => (full ? Promise.resolve(full) : inlinedSearch()),
      dense: () => Promise.resolve(modules),
    },
    (url, init) => fetch(url, init),
    new Background(),
    (message) => this.#deliver(message),
  );
  readonly #receive = behindStemmer(
    (message) => this.#session.receive(message),
    (message) => this.#deliver(message),
    (url, init) => fetch(url, init),
  );

  /** Nothing has to arrive before it answers. */
  constructor() {
    this.#deliver({ type: "pong" });
  }

  postMessage(message: ToWorker): void {
    // Of several indexes, the first one: the scripts of the others are in folders of their own.
    const allowed: ToWorker =
      message.type === "open"
        ? { ...message, encoder: "off", reranker: undefined, sites: undefined }
        : message;
    // Later, as between page and worker: callers rely on it.
    queueMicrotask(() => this.#receive(allowed));
  }

  terminate(): void {
    this.onmessage = null;
  }

  #deliver(message: FromWorker): void {
    const event = new MessageEvent("message", { data: withReason(message) });
    queueMicrotask(() => this.onmessage?.call(this as never, event));
  }
}

/** Says why there is no encoder: nobody has switched it off. */
function withReason(message: FromWorker): FromWorker {
  if (message.type !== "answer" || !message.answer.degraded) return message;
  const degraded = message.answer.degraded.map((part): Degraded =>
    part.code === "encoder-off" ? { ...part, code: "no-dense", message: NO_ENCODER } : part,
  );
  return { ...message, answer: { ...message.answer, degraded } };
}
