#!/usr/bin/env node
// The command `docfuse` of the npm package: starts the native command. If the encoder's package is installed beside it or
// in the current project, the command gets its folder.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { command, environment } from "./command.mjs";

try {
  run(command());
} catch (error) {
  fail(error.message);
}

function run(file) {
  const env = environment();
  // Before the start: a signal in between would end this process alone.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const child = spawn(file, process.argv.slice(2), { stdio: "inherit", env });
  child.on("error", (error) => fail(`cannot start ${file}: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(message) {
  process.stderr.write(`docfuse: ${message}\n`);
  process.exit(1);
}
