/** Loads scripts beside the one that has this function, which `docfuse.js` has loaded. */

import type {} from "./load-beside.js";

export function load<T extends object>(name: string): Promise<T> {
  return docfuseImport(new URL(name, import.meta.url));
}
