// Options shared by the commands, with their defaults, and progress output.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** The folder that `pkg-build.sh` builds into. */
export const TARGET = process.env.CARGO_TARGET_DIR || join(root, "target");

/** Options of every command that measures. */
export const COMMON = {
  docfuse: { type: "string", default: process.env.DOCFUSE || join(TARGET, "release", "docfuse") },
  package: { type: "string", default: join(TARGET, "docfuse", "browser", "npm") },
  chromium: { type: "string", default: process.env.CHROMIUM || "/usr/bin/chromium" },
  out: { type: "string", default: join(TARGET, "bench") },
  "no-ranges": { type: "boolean", default: false },
};

/** An error that the user can fix; only its message is printed. */
export class InputError extends Error {}

/**
 * Parses `options`, and what is no option into a list of the name `others` if it is given. From then on, an uncaught
 * `InputError` ends the command with its message alone.
 */
export function read(options, others) {
  process.on("uncaughtException", (error) => {
    process.stderr.write(`${error instanceof InputError ? error.message : error.stack}\n`);
    process.exit(1);
  });
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: others !== undefined });
    return others === undefined ? values : { ...values, [others]: positionals };
  } catch (error) {
    throw new InputError(error.message, { cause: error });
  }
}

/** Parses a number of repetitions, 0 or more. */
export function count(text, option) {
  if (!/^\d+$/.test(text)) throw new InputError(`--${option}: expected a number, found "${text}"`);
  return Number(text);
}

/** Prints a line of progress, with the time. */
export function say(...parts) {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${parts.join(" ")}\n`);
}
