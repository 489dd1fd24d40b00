// The thread that searches: what the package's worker expects of a browser, and the worker.
import { parentPort, workerData } from "node:worker_threads";
import { fetchFile } from "./file-fetch.js";

const own = globalThis.fetch;
Object.assign(globalThis, {
  fetch: (url, init) => (String(url).startsWith("file:") ? fetchFile(String(url), init) : own(url, init)),
  postMessage: (message) => parentPort.postMessage(message),
});
globalThis.navigator ??= {};

await import(workerData);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
