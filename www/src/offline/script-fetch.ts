/**
 * `fetch` for the files of an index where the page was opened from a folder: each has a twin, a script that calls
 * `docfuseFile` with its content. Answers with whole files, as a host does that ignores ranges.
 */

import { fromBase64 } from "../fetch/base64.js";

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
    load = run(file.href).finally(() => loading.delete(file.href));
    loading.set(file.href, load);
  }
  const content = await load;
  signal?.throwIfAborted();
  if (content === undefined) return new Response(null, { status: 404 });
  return new Response(fromBase64(content));
}

/** Runs a twin; `undefined` if there is none. One that brings nothing counts as an empty file, which is damaged. */
function run(src: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    const done = (content: string | undefined) => {
      script.remove();
      resolve(content);
    };
    script.onload = () => done(brought.get(script) ?? "");
    script.onerror = () => done(undefined);
    script.src = src;
    document.head.append(script);
  });
}
