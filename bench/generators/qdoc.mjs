import { join } from "node:path";

export default {
  generator: "QDoc",
  content: "Qt Multimedia 5.15.8",
  root: "div.content",
  exclude: ["-members\\.html$"],
  make: (packages) =>
    join(
      packages.debian(
        "qtmultimedia5-doc-html",
        "5.15.8-2",
        "c65840e2b42793c51a7df463bd80b4db16bb19577f9995b519ff04c14d1419a5",
      ),
      "usr/share/qt5/doc/qtmultimedia",
    ),
};
