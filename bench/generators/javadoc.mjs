import { join } from "node:path";

export default {
  generator: "Javadoc 17",
  content: "Commons Lang 3.12.0",
  root: "main",
  exclude: [
    "^index-all",
    "^all(classes|packages)-index",
    "/class-use/",
    "/package-(use|tree)\\.html$",
    "^overview-tree",
    "^src-html/",
  ],
  make: (packages) =>
    join(
      packages.debian(
        "libcommons-lang3-java-doc",
        "3.12.0-2+deb12u1",
        "d5e3456b97dbab73c7f6f39997ae108c515cc2a4182448a5c3e659ea3a5777a3",
      ),
      "usr/share/doc/libcommons-lang3-java/api",
    ),
};
