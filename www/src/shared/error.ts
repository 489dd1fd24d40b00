/** The package's error class, and the conversion of anything thrown to plain data for `postMessage`. */

import { ERROR_CODES } from "../generated/error-codes.js";
import type { ErrorCode, ErrorData } from "./protocol.js";

/** Every rejection of the package, except with an `AbortSignal`'s reason. */
export class DocfuseError extends Error {
  override readonly name = "DocfuseError";
  /** The same codes as in the entries of `degraded`. */
  readonly code: ErrorCode;
  /** Name of the index file at fault, if there is one. */
  readonly file: string | undefined;

  constructor(code: ErrorCode, message: string, file?: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.file = file;
  }
}

/**
 * Plain data for anything thrown: `DocfuseError`s, `{code, message, file?}` objects of the WebAssembly modules, the
 * rest. An unknown code becomes `internal`.
 */
export function errorData(thrown: unknown): ErrorData {
  if (typeof thrown === "object" && thrown !== null) {
    const { code, message, file } = thrown as { code?: unknown; message?: unknown; file?: unknown };
    if (typeof code === "string" && typeof message === "string") {
      const known = ERROR_CODES.find((known) => known === code);
      if (!known) return { code: "internal", message: `${message} (${code})` };
      return typeof file === "string" ? { code: known, message, file } : { code: known, message };
    }
    // A trap (`unreachable`, out of bounds): the instance's memory may be inconsistent.
    if (thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError) {
      return { code: "crashed", message: `the WebAssembly module stopped: ${thrown.message}` };
    }
  }
  return { code: "internal", message: thrown instanceof Error ? thrown.message : String(thrown) };
}
