/** The errors of the client itself, and those that a worker reports. */

import { DocfuseError } from "../shared/error.js";
import type { ErrorData } from "../shared/protocol.js";

export function invalid(expected: string, found: unknown): DocfuseError {
  return new DocfuseError("request", `${expected} expected, ${String(found)} found`);
}

export function stopped(why: string, cause?: unknown): DocfuseError {
  return new DocfuseError("worker", `the search worker stopped or never started: ${why}`, undefined, {
    cause,
  });
}

export function encoderOff(): DocfuseError {
  return new DocfuseError("encoder-off", "search by meaning is off here");
}

export function toError({ code, message, file }: ErrorData): DocfuseError {
  return new DocfuseError(code, message, file);
}
