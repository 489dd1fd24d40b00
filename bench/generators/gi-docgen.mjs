import { join } from "node:path";

export default {
  generator: "gi-docgen",
  content: "libadwaita 1.2.2",
  root: "section.content",
  make: (packages) =>
    join(
      packages.debian(
        "libadwaita-1-doc",
        "1.2.2-1",
        "67b065ab006937331f3abcf2d4e89666d62c4c10cdb7bd25028020b63d21fdd1",
      ),
      "usr/share/doc/libadwaita-1",
    ),
};
