/**
 * Entry of `docfuse-worker-languages.js`: the worker for pages in other languages than English. It opens an index when
 * the stemmer of its language is there.
 */

import "./worker.js";
import type { FromWorker, ToWorker } from "../shared/protocol.js";
import { behindStemmer } from "./stemmer.js";

const scope = globalThis as unknown as {
  onmessage: (event: { readonly data: ToWorker }) => void;
  postMessage(message: FromWorker): void;
};
const { onmessage } = scope;
const receive = behindStemmer(
  (data) => onmessage({ data }),
  (message) => scope.postMessage(message),
  (url, init) => fetch(url, init),
);
scope.onmessage = ({ data }) => receive(data);
