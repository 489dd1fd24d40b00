import { join } from "node:path";

const SHA256 = "96ef96fe6df87d939ca713bd7df3d15c2b778ccb892eca025c4ee504146f697b";

export default {
  generator: "mdBook",
  content: "The Rust Reference, Rust 1.63",
  root: "main",
  exclude: ["^print\\.html$", "^404\\.html$", "^toc\\.html$"],
  make: (packages) =>
    join(packages.debian("rust-doc", "1.63.0+dfsg1-2", SHA256), "usr/share/doc/rust-doc/html/reference"),
};
