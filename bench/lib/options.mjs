// Options that several of the commands take, and where things are when they are not given.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Where `pkg-build.sh` puts what it builds. */
export const TARGET = process.env.CARGO_TARGET_DIR || join(root, "target");

/** Of every command that measures. */
export const COMMON = {
  docfuse: { type: "string", default: process.env.DOCFUSE || join(TARGET, "release", "docfuse") },
  package: { type: "string", default: join(TARGET, "docfuse", "browser", "npm") },
  chromium: { type: "string", default: process.env.CHROMIUM || "/usr/bin/chromium" },
  out: { type: "string", default: join(TARGET, "bench") },
  "no-ranges": { type: "boolean", default: false },
};

/** Something that the user has to put right: its message is all there is to say. */
export class InputError extends Error {}

/** The values of `options`. From here on, an `InputError` ends the command with its message alone. */
export function read(options) {
  process.on("uncaughtException", (error) => {
    process.stderr.write(`${error instanceof InputError ? error.message : error.stack}\n`);
    process.exit(1);
  });
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    throw new InputError(error.message, { cause: error });
  }
}

/** A number of repetitions, from 0. */
export function count(text, option) {
  if (!/^\d+$/.test(text)) throw new InputError(`--${option}: a number expected, "${text}" found`);
  return Number(text);
}

/** One line of what is happening, with the time. */
export function say(...parts) {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${parts.join(" ")}\n`);
}
