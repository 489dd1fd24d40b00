// The command for linux-arm64, under qemu's user mode, from its packages for npm and pip.
//
// DOCFUSE_AARCH64_ROOT: the folder of an aarch64 system's libraries (default: that of Debian's cross compiler).
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { DIST, cleanFolder, distFile, run, searches } from "./installed.mjs";

const libraries = process.env.DOCFUSE_AARCH64_ROOT ?? "/usr/aarch64-linux-gnu";
const QEMU = "/usr/bin/qemu-aarch64-static";
const skip = !existsSync(QEMU) && `${QEMU} is missing`;

/** Does the main jobs with the command whose path `install` returns. */
async function inFolder(install) {
  const place = cleanFolder();
  try {
    const command = await install(place.folder, { cwd: place.folder, env: place.env });
    await searches([QEMU, "-cpu", "max", "-L", libraries, command], place, { dense: true });
  } finally {
    place.remove();
  }
}

test("the npm packages build, search and serve", { skip }, () =>
  inFolder(async (folder, options) => {
    const packages = [/^docfuse-linux-arm64-\d/, /^docfuse-all-minilm/].map((name) => distFile("npm", name));
    // By force, as npm refuses to install what is for another processor.
    await run(["npm", "install", "--force", ...packages], options);
    // As the launcher names it, which would need Node.js for arm64.
    options.env.DOCFUSE_MODEL = join(folder, "node_modules/@docfuse/all-minilm-l6-v2");
    return join(folder, "node_modules/@docfuse/linux-arm64/bin/docfuse");
  }),
);

test("the wheels build, search and serve", { skip }, () =>
  inFolder(async (folder, options) => {
    const target = join(folder, "wheels");
    const of = ["--platform", "manylinux_2_17_aarch64", "--only-binary", ":all:", "--target", target];
    const from = ["--no-index", "--find-links", join(DIST, "pip"), "--disable-pip-version-check"];
    await run(["python3", "-m", "pip", "install", "--quiet", ...of, ...from, "docfuse[encoder]"], options);
    return join(target, "bin/docfuse");
  }),
);
