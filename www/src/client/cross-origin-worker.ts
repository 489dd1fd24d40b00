/** Workers of another origin than the page's, such as those of a CDN. */

/** Whether browsers refuse to start a worker with this script. */
export function isCrossOrigin(script: URL): boolean {
  return /^https?:$/.test(script.protocol) && script.origin !== location.origin;
}

/**
 * Starts a small local script that imports the worker. The host must allow cross-origin requests, and the page's content
 * security policy `worker-src blob:` and the origin.
 */
export function startCrossOrigin(script: URL, start: (address: string) => Worker): Worker {
  const source = new Blob([`import ${JSON.stringify(script.href)};`], { type: "text/javascript" });
  const local = URL.createObjectURL(source);
  const shim = start(local);
  shim.addEventListener("message", () => URL.revokeObjectURL(local), { once: true });
  return shim;
}
