#!/usr/bin/env node
// The command `docfuse` of the npm package: starts the native command, which a package for each platform holds. If the
// encoder's package is installed beside it or in the current project, the command gets its folder.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];
const ENCODER = "@docfuse/all-minilm-l6-v2";
// release: message-launcher
const FROM_SOURCE = "build the command from a checkout with ./pkg-build.sh";
// /release

const here = createRequire(import.meta.url);
const project = createRequire(join(process.cwd(), "package.json"));

run(command());

/** The folder of an installed package. */
function folder(name, require) {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** The path of the native command. */
function command() {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@docfuse/${platform}`;
  if (!PLATFORMS.includes(platform)) {
    fail(`expected one of the systems ${PLATFORMS.join(", ")}, found ${platform}; ${FROM_SOURCE}`);
  }
  const found = folder(name, here);
  if (found) return join(found, "bin", process.platform === "win32" ? "docfuse.exe" : "docfuse");
  const { glibcVersionRuntime } = process.report.getReport().header;
  if (process.platform === "linux" && !glibcVersionRuntime) {
    fail(`expected a system with glibc 2.17 or later, found another C library; ${FROM_SOURCE}`);
  }
  fail(
    `expected the package ${name}, which holds the command, found none; install docfuse again ` +
      "on this system, with optional dependencies (without --omit=optional)",
  );
}

function run(file) {
  const env = { ...process.env };
  const encoder = folder(ENCODER, project) ?? folder(ENCODER, here);
  if (!env.DOCFUSE_MODEL && encoder) env.DOCFUSE_MODEL = encoder;
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
