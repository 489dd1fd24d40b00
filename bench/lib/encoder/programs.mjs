// Runs the native programs: the docfuse command and the Python scripts of bench/encoder.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "../options.mjs";

const scripts = fileURLToPath(new URL("../../encoder", import.meta.url));

/** Runs a script of bench/encoder and returns its standard output. */
export function python(interpreter, script, ...values) {
  return output(interpreter, [`${scripts}/${script}`, ...values.map(String)]);
}

/** Runs docfuse: its standard output, and its wall time in milliseconds. */
export function docfuse(command, values, environment = {}) {
  const started = process.hrtime.bigint();
  const text = output(command, values, environment);
  return { text, ms: Number(process.hrtime.bigint() - started) / 1e6 };
}

function output(command, values, environment) {
  try {
    return execFileSync(command, values, {
      encoding: "utf8",
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      maxBuffer: 1 << 26,
    });
  } catch (error) {
    if (error.code === "ENOENT") throw new InputError(`${command} not found; see bench/README.md`);
    throw new Error(`${command} ${values.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? error.message}`);
  }
}

/** Reads a build's summary: windows, newly embedded windows, and seconds of each step. */
export function buildSummary(text) {
  const windows = /sections, (\d+) windows$/m.exec(text);
  const fresh = /^(\d+) windows newly embedded$/m.exec(text);
  const steps = Object.fromEntries(
    [...text.matchAll(/([a-z]+) (\d+\.\d+) s\b/g)].map(([, step, seconds]) => [step, Number(seconds)]),
  );
  if (!windows || !fresh || steps.embedding === undefined)
    throw new Error(`expected the summary of a build with vectors, found:\n${text}`);
  return { windows: Number(windows[1]), fresh: Number(fresh[1]), steps };
}

/** Runs `make` unless the file `stamp` shows that it ran before for the same `key`. */
export function once(stamp, key, make) {
  const hash = createHash("sha256").update(key).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hash) return;
  make();
  writeFileSync(stamp, hash);
}
