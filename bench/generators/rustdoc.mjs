import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";

const CRATES = {
  "aho-corasick": "1.1.3",
  anyhow: "1.0.99",
  memchr: "2.7.5",
  regex: "1.11.2",
};

export default {
  generator: "rustdoc",
  content: "regex 1.11.2 and three other crates",
  root: "section#main-content",
  exclude: ["/all\\.html$", "^(help|settings)\\.html$", "^src/"],
  make(_, work) {
    const dependencies = Object.entries(CRATES).map(([name, version]) => `${name} = "=${version}"`);
    const manifest = [
      "[package]",
      'name = "site"',
      'edition = "2021"',
      "",
      "[dependencies]",
      ...dependencies,
    ];
    mkdirSync(join(work, "src"));
    writeFileSync(join(work, "Cargo.toml"), `${manifest.join("\n")}\n`);
    writeFileSync(join(work, "src", "lib.rs"), "");
    const chosen = Object.keys(CRATES).flatMap((name) => ["-p", name]);
    run(work, ["cargo", "doc", "--no-deps", ...chosen], { CARGO_TARGET_DIR: join(work, "target") });
    return join(work, "target", "doc");
  },
};
