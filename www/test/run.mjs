// Runs the unit tests: bundles each *.test.ts with esbuild and gives them to Node's test runner.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const folder = dirname(fileURLToPath(import.meta.url));
const built = mkdtempSync(join(tmpdir(), "docfuse-www-"));
try {
  const tests = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
  buildSync({
    entryPoints: tests.map((name) => join(folder, name)),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: "inline",
    loader: { ".css": "text" },
    outdir: built,
    outExtension: { ".js": ".mjs" },
    logLevel: "warning",
  });
  const files = tests.map((name) => join(built, name.replace(/\.ts$/, ".mjs")));
  // They mostly wait.
  const options = ["--enable-source-maps", "--test", "--test-concurrency=4"];
  const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(built, { recursive: true, force: true });
}
