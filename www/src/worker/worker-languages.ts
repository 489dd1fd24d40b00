/**
 * Entry of `docfuse-worker-languages.js`: the worker for pages in other languages than English. It opens an index when
 * the stemmer of its language is there.
 */

import "./worker.js";
import type { ToWorker } from "../shared/protocol.js";
import { languageOf, loadStemmer } from "./stemmer.js";

const scope = globalThis as unknown as { onmessage: (event: MessageEvent<ToWorker>) => void };
const receive = scope.onmessage;
const address = new URL("./docfuse-stemmers.hdf", import.meta.url).href;

/** Messages stay in their order. */
let before: Promise<unknown> = Promise.resolve();

scope.onmessage = (event) => {
  const stemmer = loadStemmer(languageOf(event.data), address);
  before = Promise.all([before, stemmer]).then(() => receive(event));
};

// Most readers' browsers speak the language of the page: its stemmer comes while the page fetches the manifest.
void loadStemmer(navigator.language, address);
