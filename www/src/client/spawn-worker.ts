/** Starts the worker beside this script, in the syntax that Vite and webpack recognise. */

import { isCrossOrigin, startCrossOrigin } from "./cross-origin-worker.js";
import type { WorkerKind } from "./language-choice.js";

/** What the error says of a script that did not load. */
export const WHY_NO_WORKER =
  "is its script beside this one, and allowed by the page's CSP, in Vite by `server.fs.allow`?";

/** Nothing: only bundlers know the address of their copy. */
export async function renewWorker(_kind: WorkerKind): Promise<void> {}

export function spawnWorker(kind: WorkerKind): Worker {
  const languages = kind === "languages";
  const script = new URL(import.meta.url);
  // Without a location there is no origin to be another one of.
  if (globalThis.location && isCrossOrigin(script)) {
    const worker = new URL(languages ? "./docfuse-worker-languages.js" : "./docfuse-worker.js", script);
    return startCrossOrigin(worker, (address) => new Worker(address, { type: "module" }));
  }
  return languages
    ? new Worker(new URL("./docfuse-worker-languages.js", import.meta.url), { type: "module" })
    : new Worker(new URL("./docfuse-worker.js", import.meta.url), { type: "module" });
}
