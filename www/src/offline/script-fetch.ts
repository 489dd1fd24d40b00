/**
 * `fetch` for the files of an index where the page was opened from a folder: each has a twin, a script that calls
 * `docfuseFile` with its content. Answers with whole files, as a host does that ignores ranges.
 */

import { fromBase64 } from "../fetch/base64.js";
import { runScript } from "./run-script.js";

declare global {
  /** Called by the twins of index files. `content` is in base64. */
  function docfuseFile(content: string): void;
}

/** The content that each script brought. */
const brought = new WeakMap<Element, string>();

globalThis.docfuseFile = (content) => {
  if (document.currentScript) brought.set(document.currentScript, content);
};

/** Scripts under way, by address. */
const loading = new Map<string, Promise<string | undefined>>();

/** The file at `url`, or an answer with status 404. Rejects if `signal` has aborted. */
export async function fetch(url: string, { signal }: RequestInit): Promise<Response> {
  const file = new URL(url);
  file.search = "";
  file.pathname += ".js";
  let load = loading.get(file.href);
  if (!load) {
    // One that brings nothing counts as an empty file, which is damaged.
    load = runScript(file.href, (script) => brought.get(script) ?? "").finally(() =>
      loading.delete(file.href),
    );
    loading.set(file.href, load);
  }
  const content = await load;
  signal?.throwIfAborted();
  if (content === undefined) return new Response(null, { status: 404 });
  return new Response(fromBase64(content));
}
