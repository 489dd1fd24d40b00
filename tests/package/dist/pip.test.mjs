// The wheels of a release, from the folder alone.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SHARED } from "../fake-packages.mjs";
import { DIST, cleanFolder, run, searches } from "./installed.mjs";

for (const [requirement, dense] of [
  ["docfuse", false],
  ["docfuse[encoder]", true],
]) {
  test(`pip install ${requirement}`, async () => {
    const place = cleanFolder();
    const options = { cwd: place.folder, env: place.env };
    try {
      await run(["python3", "-m", "venv", "environment"], options);
      const bin = join(place.folder, "environment", "bin");
      const offline = ["--no-index", "--find-links", join(DIST, "pip"), "--disable-pip-version-check"];
      await run([join(bin, "pip"), "install", ...offline, requirement], options);
      await searches([join(bin, "docfuse")], place, { dense });
      const share = join(place.folder, "environment", "share");
      for (const name of SHARED) assert.ok(existsSync(join(share, name)), name);
    } finally {
      place.remove();
    }
  });
}
