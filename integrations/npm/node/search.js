// `openIndex`: searches an index, in a folder or on a host, with the modules that a page loads, in a thread.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { open, useFileFetch } from "../host.js";
import { fetchFile } from "./file-fetch.js";

const SCRIPTS = {
  english: "../docfuse-worker.js",
  languages: "../docfuse-worker-languages.js",
};

useFileFetch(fetchFile);

/** A thread as the client drives it, which is by what a page's `Worker` has. */
class SearchThread {
  #thread;
  onmessage = null;
  onmessageerror = null;
  onerror = null;

  constructor(kind) {
    const script = new URL(SCRIPTS[kind], import.meta.url).href;
    this.#thread = new Worker(new URL("./search-thread.js", import.meta.url), {
      workerData: script,
    });
    this.#thread.on("message", (data) => this.onmessage?.({ data }));
    this.#thread.on("messageerror", () => this.onmessageerror?.());
    this.#thread.on("error", ({ message }) => this.onerror?.({ message, preventDefault() {} }));
  }

  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    void this.#thread.terminate();
  }
}

/** Opens the index in a folder (a path, or a `file:` address) or on a host, with the options of `open`. */
export async function openIndex(base, options = {}) {
  const bases = Array.isArray(base) ? base.map(located) : located(base);
  return open({
    ...options,
    worker: (kind) => new SearchThread(kind),
    base: bases,
  });
}

/** A path as an address; an address, and an index among several, as they are but for that. */
function located(given) {
  if (typeof given === "string" && given !== "" && !/^(https?|file):/i.test(given))
    return pathToFileURL(resolve(given));
  return given && Object(given).url ? { ...given, url: located(given.url) } : given;
}
