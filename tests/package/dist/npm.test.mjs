// The npm packages of a release, from a registry on loopback.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DIST, cleanFolder, run, searches } from "./installed.mjs";
import { registry } from "./registry.mjs";

const ENCODER = "@docfuse/all-minilm-l6-v2";
const npm = join(DIST, "npm");

/** Runs `body` in a new folder, with npm on a registry with all packages but those of `without`. */
async function inFolder(body, without = []) {
  const folder = cleanFolder();
  const packages = await registry(npm, without);
  try {
    await body({ ...folder, env: { ...folder.env, ...packages.env } });
  } finally {
    await packages.close();
    folder.remove();
  }
}

test("npx docfuse, with nothing installed", () =>
  inFolder((place) => searches(["npx", "--yes", "docfuse"], place, { dense: false })));

test("npm install docfuse with the encoder", () =>
  inFolder(async (place) => {
    await run(["npm", "install", "docfuse", ENCODER], { cwd: place.folder, env: place.env });
    await searches(["npx", "docfuse"], place, { dense: true });
  }));

test("npm install --global", () =>
  inFolder(async (place) => {
    const options = {
      cwd: place.folder,
      env: { ...place.env, npm_config_prefix: join(place.folder, "global") },
    };
    await run(["npm", "install", "--global", "docfuse", ENCODER], options);
    const command = join(place.folder, "global/bin/docfuse");
    await searches([command], place, { dense: true });
    assert.ok(existsSync(join(place.folder, "global/share/man/man1/docfuse-build.1")));
  }));

test("without the platform's package, the command says what to do", () =>
  inFolder(
    async (place) => {
      await run(["npm", "install", "docfuse"], { cwd: place.folder, env: place.env });
      await assert.rejects(
        run(["npx", "docfuse", "build", "./public"], { cwd: place.folder, env: place.env }),
        {
          message: /expected the package @docfuse\/linux-(x64|arm64), .* --omit=optional/,
        },
      );
    },
    ["@docfuse/linux-x64", "@docfuse/linux-arm64"],
  ));
