/** The one error class of the package, and how anything thrown becomes plain data for the worker border. */

import type { ErrorData } from "./protocol.js";

/**
 * Codes of the browser side. The search and encoder modules add their own (`request`, `unavailable`, …), so `code` is
 * a string: compare with those you handle.
 *
 * - `not-found`: the host has no such file, or does not give it (404, 410, 403)
 * - `network`: no answer, or a server error, twice
 * - `damaged`: a file that is not what the index says (size, hash, gzip stream), an unreadable manifest
 * - `version`: the index was written by another version of Docfuse; the message says what to do
 * - `cancelled`: a newer query took this one's place
 * - `closed`: `close()` was called
 * - `crashed`: a WebAssembly module stopped; open the search again, or if it was the encoder, call `whenReady()`
 * - `worker`: the worker script did not start
 * - `unsupported`: this environment has no Worker or WebAssembly
 * - `encoder-loading`, `encoder-off`: why meaning search took no part (in `degraded`)
 * - `encoder-unsupported`: meaning search needs SIMD in WebAssembly, which this browser or processor lacks
 * - `encoder-memory`: the browser refused the memory that meaning search needs; later queries try again
 * - `internal`: a defect in Docfuse
 */
export class DocfuseError extends Error {
  override readonly name = "DocfuseError";
  readonly code: string;
  /** Name of the index file at fault, where one is. */
  readonly file: string | undefined;

  constructor(code: string, message: string, file?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.file = file;
  }
}

/** Plain data of anything thrown: own errors, `{code, message, file?}` objects of the wasm modules, the rest. */
export function errorData(thrown: unknown): ErrorData {
  if (typeof thrown === "object" && thrown !== null) {
    const { code, message, file } = thrown as { code?: unknown; message?: unknown; file?: unknown };
    if (typeof code === "string" && typeof message === "string") {
      return typeof file === "string" ? { code, message, file } : { code, message };
    }
    // A trap (`unreachable`, out of bounds): the instance's memory can no longer be trusted.
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      return { code: "crashed", message: `the WebAssembly module stopped: ${thrown.message}` };
    }
  }
  return { code: "internal", message: thrown instanceof Error ? thrown.message : String(thrown) };
}
