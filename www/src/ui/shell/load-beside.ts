/** Loads scripts beside `docfuse.js`, in browsers that load them as they are. */

import { importScript } from "../../fetch/import-script.js";

declare global {
  /** `importScript`, for the scripts that are loaded by it: none of them needs a copy. */
  var docfuseImport: typeof importScript;
}

globalThis.docfuseImport = importScript;

export function load<T extends object>(name: string): Promise<T> {
  return importScript(new URL(name, import.meta.url));
}
