// rustdoc, of the Rust toolchain that builds this crate.
import { homedir } from "node:os";
import { join } from "node:path";
import { installCommand } from "./core/packages.mjs";
import { askedOfSymbols } from "./core/symbols.mjs";

const page = (name) => new RegExp(`workshop/${name}\\.html(#|$)`);
/** The environment in which the toolchain of this machine works. */
export const toolchain = (place) => ({
  env: {
    ...place.env,
    CARGO_HOME: process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
    RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  },
});

export default {
  name: "rustdoc",
  async install(place) {
    await installCommand(place);
    const version = await place.run(["rustdoc", "--version"], toolchain(place));
    return version.split(" ")[1];
  },
  files: {
    "src/lib.rs": `//! A library for programs that do several things at once.

/// A lock around a value, which one owner opens at a time.
pub struct Mutex;

impl Mutex {
    /// Waits until nobody else holds the value.
    pub fn acquire(&self) {}
}

/// Calls a function again while it fails, for example where the network was interrupted.
pub struct Retry;

/// A temporary folder, deleted when its handle goes out of scope.
pub struct TemporaryFolder;
`,
  },
  async build(place) {
    await place.run(
      ["rustdoc", "src/lib.rs", "--crate-name", "workshop", "--out-dir", "doc"],
      toolchain(place),
    );
    await place.run(["docfuse", "build", "doc", "--inject"]);
  },
  site: "doc",
  pages: ["workshop/index.html", "workshop/struct.Mutex.html"],
  ...askedOfSymbols(
    {
      mutex: page("struct.Mutex"),
      retry: page("struct.Retry"),
      folder: page("struct.TemporaryFolder"),
      added: page("struct.Added"),
    },
    { file: "src/lib.rs", text: "\n/// A rebuild must find the word zanzibar.\npub struct Added;\n" },
  ),
};
