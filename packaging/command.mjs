// The native command, which a package for each platform holds: its file, and the folder of the encoder's package if that
// is installed beside it or in the current project.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64", "win32-arm64"];
/** What starts a program that is linked with glibc. A system with musl alone, such as Alpine, has none. */
const GLIBC = { x64: "/lib64/ld-linux-x86-64.so.2", arm64: "/lib/ld-linux-aarch64.so.1" };
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

/**
 * The packages whose command runs on a system, the best first; none if there is no such package. `has`: whether it has a
 * file.
 */
export function packages(system, arch, has) {
  const platform = `${system}-${arch}`;
  if (!PLATFORMS.includes(platform)) return [];
  const name = `@docfuse/${platform}`;
  if (system !== "linux") return [name];
  // It has musl in it, so it runs with any C library.
  const withMusl = `${name}-musl`;
  return has(GLIBC[arch]) ? [name, withMusl] : [withMusl];
}

/** The path of the native command. Throws if there is none. */
export function command() {
  const { platform, arch } = process;
  const names = packages(platform, arch, existsSync);
  if (names.length === 0) {
    const known = PLATFORMS.join(", ");
    throw new Error(`expected one of the systems ${known}, found ${platform}-${arch}; ${FROM_SOURCE}`);
  }
  for (const name of names) {
    const found = folder(name, here);
    if (found) return join(found, "bin", platform === "win32" ? "docfuse.exe" : "docfuse");
  }
  throw new Error(
    `expected the package ${names[0]}, which holds the command, found none; install docfuse again ` +
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
