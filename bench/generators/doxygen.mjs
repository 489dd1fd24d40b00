import { join } from "node:path";

export default {
  generator: "Doxygen",
  content: "SFML 2.5.1",
  root: "div.contents",
  exclude: [
    "_source\\.html$",
    "-members\\.html$",
    "^(functions|globals|namespacemembers|dir_|files|hierarchy|annotated|classes)",
  ],
  make: (packages) =>
    join(
      packages.debian(
        "libsfml-doc",
        "2.5.1+dfsg-2",
        "dfc978bb65525fe0681ab1a7f600a725347b2c4d46d5258272536ed89f5bc72e",
      ),
      "usr/share/doc/libsfml-dev/html",
    ),
};
