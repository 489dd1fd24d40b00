/** Starts the worker beside this script, in the syntax that Vite and webpack recognise. */

import type { WorkerKind } from "./language-choice.js";

/**
 * Browsers start workers only from the page's origin. If this script came from another one (a CDN), a small local
 * script imports the worker; the host must then allow cross-origin requests, and the page's content security policy
 * `worker-src blob:` and the origin.
 */
export function spawnWorker(kind: WorkerKind): Worker {
  const languages = kind === "languages";
  const script = new URL(import.meta.url);
  if (/^https?:$/.test(script.protocol) && script.origin !== location.origin) {
    const worker = new URL(languages ? "./docfuse-worker-languages.js" : "./docfuse-worker.js", script);
    const source = new Blob([`import ${JSON.stringify(worker.href)};`], { type: "text/javascript" });
    const local = URL.createObjectURL(source);
    const shim = new Worker(local, { type: "module" });
    shim.addEventListener("message", () => URL.revokeObjectURL(local), { once: true });
    return shim;
  }
  return languages
    ? new Worker(new URL("./docfuse-worker-languages.js", import.meta.url), { type: "module" })
    : new Worker(new URL("./docfuse-worker.js", import.meta.url), { type: "module" });
}
