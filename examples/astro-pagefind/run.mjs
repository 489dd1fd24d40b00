// Builds the site with Astro and the integration, and searches it:
//   node examples/astro-pagefind/run.mjs
// Behind `./pkg-build.sh dist`, whose packages it installs; npm fetches Astro.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Most time of a step; npm takes a minute where it has nothing in its cache, and prints nothing meanwhile. */
const STEP_MS = 10 * 60_000;

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, "../../dist/local/docfuse.tgz");
if (!existsSync(packages)) {
  throw new Error(`expected ${packages}, found none; run ./pkg-build.sh dist first`);
}
const site = mkdtempSync(join(tmpdir(), "docfuse-astro-"));
try {
  cpSync(join(here, "site"), site, { recursive: true });
  for (const name of ["integration.ts", "Search.astro"]) copyFileSync(join(here, name), join(site, name));
  // Nothing of it may ask, or wait for a network that is silent.
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1", CI: "1" };
  const stdio = ["ignore", "inherit", "inherit"];
  const run = (program, ...args) => {
    console.log(`> ${program} ${args.join(" ")}`);
    execFileSync(program, args, { cwd: site, env, stdio, timeout: STEP_MS });
  };
  run("npm", "install", "--no-audit", "--no-fund", "astro@5.18.2", "sirv@3.0.2", packages);
  run("npx", "--no", "astro", "build");
  run("npx", "--no", "docfuse", "query", "dist/docfuse", "voles in winter");
} finally {
  rmSync(site, { recursive: true, force: true });
}
