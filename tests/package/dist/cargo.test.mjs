// The crates of a release: `cargo install` compiles it from its own files, with Rust and a C compiler alone on the path.
//
// CARGO_TARGET_DIR: build output, kept for the next run.
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { cleanFolder, distFile, run, searches } from "./installed.mjs";

test("cargo install", async () => {
  const place = cleanFolder();
  try {
    // No registry has them yet: each stands in the place of its published one.
    const crates = ["docfuse", "docfuse-encoder", "docfuse-site", "docfuse-cli"];
    const folders = [];
    for (const name of crates) {
      const packed = distFile("cargo", new RegExp(`^${name}-\\d.*\\.crate$`));
      await run(["tar", "-xzf", packed], { cwd: place.folder, env: place.env });
      folders.push(basename(packed, ".crate"));
    }
    const patches = crates
      .slice(0, -1)
      .flatMap((name, at) => [
        "--config",
        `patch.crates-io.${name}.path='${join(place.folder, folders[at])}'`,
      ]);
    const tools = join(place.folder, "tools");
    mkdirSync(tools);
    const cargo = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
    for (const tool of ["cargo", "rustc"]) symlinkSync(join(cargo, "bin", tool), join(tools, tool));
    for (const tool of ["cc", "c++", "gcc", "g++", "ar", "as", "ld"]) {
      if (existsSync(join("/usr/bin", tool))) symlinkSync(join("/usr/bin", tool), join(tools, tool));
    }
    const env = {
      ...place.env,
      PATH: tools,
      CARGO_HOME: cargo,
      RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
      CARGO_TARGET_DIR: join(process.env.CARGO_TARGET_DIR ?? "target", "installed"),
    };
    const root = join(place.folder, "root");
    // Compiling all of it with optimizations would take many minutes, and tests the same files.
    const install = ["install", "--quiet", "--debug", ...patches, "--path", folders.at(-1), "--root", root];
    await run([join(tools, "cargo"), ...install], { cwd: place.folder, env });
    await searches([join(root, "bin/docfuse")], place, { dense: false });
  } finally {
    place.remove();
  }
});
