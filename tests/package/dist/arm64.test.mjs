// The command for linux-arm64, under qemu's user mode.
//
// DOCFUSE_AARCH64_ROOT: the folder of an aarch64 system's libraries (default: that of Debian's cross compiler).
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { cleanFolder, distFile, run } from "./installed.mjs";

const libraries = process.env.DOCFUSE_AARCH64_ROOT ?? "/usr/aarch64-linux-gnu";
const QEMU = "/usr/bin/qemu-aarch64-static";

test(
  "it builds and searches with the encoder",
  { skip: !existsSync(QEMU) && `${QEMU} is missing` },
  async () => {
    const place = cleanFolder();
    const options = { cwd: place.folder, env: place.env };
    try {
      for (const name of [/^docfuse-linux-arm64-/, /^docfuse-all-minilm/]) {
        await run(["tar", "-xzf", distFile("npm", name)], options);
      }
      const command = join(place.folder, "package/bin/docfuse");
      const docfuse = [QEMU, "-cpu", "max", "-L", libraries, command];
      await run([...docfuse, "build", "public", "--model", join(place.folder, "package")], options);
      const query = [
        "query",
        "public/docfuse",
        "cooking dinner with vegetables",
        "--mode",
        "dense",
        "--json",
      ];
      const { stdout } = await run([...docfuse, ...query], options);
      assert.equal(JSON.parse(stdout).hits[0]?.url, "recipes.html#top");
    } finally {
      place.remove();
    }
  },
);
