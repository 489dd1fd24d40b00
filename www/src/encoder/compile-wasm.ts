/** Compiles the WebAssembly files beside the scripts. They are stored compressed, as many hosts compress nothing. */

import { DocfuseError, errorData } from "../shared/error.js";
import { damaged, request, retryOnce, type Fetch } from "../fetch/http.js";
import { decompressedStream, limited } from "../fetch/streams.js";

/** Limit of a module's bytes, as stored. */
const MAX_MODULE_BYTES = 64 << 20;

/**
 * Fetches and compiles a module while it arrives, whatever type the host gives it. Rejects with `damaged`,
 * `encoder-memory`, or an error of `request`. URLs change with the content (`?v=`, or a bundler's file name), so a
 * cached copy is never stale.
 */
export function compileWasm(fetch: Fetch, url: URL): Promise<WebAssembly.Module> {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  return retryOnce(async (cache = "force-cache") => {
    const { body } = await request(fetch, url.href, name, { cache, priority: "low" });
    const stored = limited(
      body ?? new Blob().stream(),
      name,
      MAX_MODULE_BYTES,
      () => undefined,
      fetch.isPaused,
    );
    try {
      const headers = { "content-type": "application/wasm" };
      return await WebAssembly.compileStreaming(new Response(await decompressedStream(stored), { headers }));
    } catch (cause) {
      if (cause instanceof DocfuseError) throw cause;
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
