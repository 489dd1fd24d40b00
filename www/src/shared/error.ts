/** The package's error class, and the conversion of anything thrown to plain data for `postMessage`. */

import type { ErrorData } from "./protocol.js";

/**
 * Every rejection of the package, except with an `AbortSignal`'s reason. The search and encoder modules add codes of
 * their own (`request`, `unavailable`, …), so `code` is a string. Codes of the browser side:
 *
 * - `not-found`: the host has no such file or denies access (404, 410, 403)
 * - `network`: no response, or a server error, twice
 * - `damaged`: a file differs from what the index says (size, hash, gzip stream), or the manifest is unreadable
 * - `version`: the index has another format version; the message says what to do
 * - `cancelled`: a newer query replaced this one
 * - `closed`: `close()` was called
 * - `crashed`: a WebAssembly module trapped; open the search again, or call `whenReady()` if it was the encoder
 * - `worker`: the worker script stopped or did not start
 * - `unsupported`: this environment has no Worker or WebAssembly
 * - `encoder-loading`, `encoder-off`: why the dense retriever took no part (in `degraded`)
 * - `encoder-unsupported`: the encoder needs WebAssembly SIMD, which this browser or processor lacks
 * - `encoder-memory`: the browser refused the encoder's memory; later queries retry
 * - `internal`: a defect in Docfuse
 */
export class DocfuseError extends Error {
  override readonly name = "DocfuseError";
  readonly code: string;
  /** Name of the index file at fault, if there is one. */
  readonly file: string | undefined;

  constructor(code: string, message: string, file?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.file = file;
  }
}

/**
 * Plain data for anything thrown: `DocfuseError`s, `{code, message, file?}` objects of the WebAssembly modules, the
 * rest.
 */
export function errorData(thrown: unknown): ErrorData {
  if (typeof thrown === "object" && thrown !== null) {
    const { code, message, file } = thrown as { code?: unknown; message?: unknown; file?: unknown };
    if (typeof code === "string" && typeof message === "string") {
      return typeof file === "string" ? { code, message, file } : { code, message };
    }
    // A trap (`unreachable`, out of bounds): the instance's memory may be inconsistent.
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      return { code: "crashed", message: `the WebAssembly module stopped: ${thrown.message}` };
    }
  }
  return { code: "internal", message: thrown instanceof Error ? thrown.message : String(thrown) };
}
