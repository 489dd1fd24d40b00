// The native command, which a package for each platform holds: its file, and the folder of the encoder's package if that
// is installed beside it or in the current project.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];
const ENCODER = "@docfuse/all-minilm-l6-v2";
const FROM_SOURCE = "build the command from a checkout with ./pkg-build.sh";

const here = createRequire(import.meta.url);

/** The folder of an installed package. */
function folder(name, require) {
  try {
    return dirname(require.resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

/** The path of the native command. Throws if there is none. */
export function command() {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@docfuse/${platform}`;
  if (!PLATFORMS.includes(platform)) {
    throw new Error(`expected one of the systems ${PLATFORMS.join(", ")}, found ${platform}; ${FROM_SOURCE}`);
  }
  const found = folder(name, here);
  if (found) return join(found, "bin", process.platform === "win32" ? "docfuse.exe" : "docfuse");
  const { glibcVersionRuntime } = process.report.getReport().header;
  if (process.platform === "linux" && !glibcVersionRuntime) {
    throw new Error(`expected a system with glibc 2.17 or later, found another C library; ${FROM_SOURCE}`);
  }
  throw new Error(
    `expected the package ${name}, which holds the command, found none; install docfuse again ` +
      "on this system, with optional dependencies (without --omit=optional)",
  );
}

/** The environment of the command. */
export function environment() {
  const env = { ...process.env };
  const project = createRequire(join(process.cwd(), "package.json"));
  const encoder = folder(ENCODER, project) ?? folder(ENCODER, here);
  if (!env.DOCFUSE_MODEL && encoder) env.DOCFUSE_MODEL = encoder;
  return env;
}
