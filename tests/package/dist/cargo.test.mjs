// The crate of a release: `cargo install` compiles it from its own files, with Rust and a C compiler alone on the path.
//
// CARGO_TARGET_DIR: build output, kept for the next run.
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { cleanFolder, distFile, run, searches } from "./installed.mjs";

test("cargo install", async () => {
  const place = cleanFolder();
  try {
    await run(["tar", "-xzf", distFile("cargo", /\.crate$/)], { cwd: place.folder, env: place.env });
    const [crate] = readdirSync(place.folder).filter((name) => name.startsWith("docfuse-"));
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
    const install = ["install", "--quiet", "--locked", "--debug", "--path", crate, "--root", root];
    await run([join(tools, "cargo"), ...install], { cwd: place.folder, env });
    await searches([join(root, "bin/docfuse")], place, { dense: false });
  } finally {
    place.remove();
  }
});
