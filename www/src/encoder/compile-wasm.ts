/** Compiles the WebAssembly files beside the scripts. */

import { DocfuseError, errorData } from "../shared/error.js";
import { damaged, request, retryOnce, type Fetch } from "../fetch/http.js";

/**
 * Fetches and compiles a module, streaming if the host sends the MIME type of wasm. Rejects with `damaged`,
 * `encoder-memory`, or an error of `request`. URLs change with the content (`?v=`, or a bundler's file name), so a
 * cached copy is never stale.
 */
export function compileWasm(fetch: Fetch, url: URL): Promise<WebAssembly.Module> {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  return retryOnce(async (attempt) => {
    const cache = attempt > 0 ? "reload" : "force-cache";
    const response = await request(fetch, url.href, name, { cache, priority: "low" });
    const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    try {
      return type === "application/wasm"
        ? await WebAssembly.compileStreaming(response)
        : await WebAssembly.compile(await response.arrayBuffer());
    } catch (cause) {
      throw memoryRefused(cause) ?? damaged(name, `does not compile: ${errorData(cause).message}`, cause);
    }
  });
}

/** The error `encoder-memory` if `cause` means that the browser refused memory. */
export function memoryRefused(cause: unknown): DocfuseError | undefined {
  if (!(cause instanceof RangeError)) return undefined;
  const message = `the browser refused the memory that meaning search needs: ${cause.message}`;
  return new DocfuseError("encoder-memory", message, undefined, { cause });
}
