import { join } from "node:path";

export default {
  generator: "gtk-doc",
  content: "GLib 2.74.6",
  ignore: ["table.navigation"],
  exclude: ["^api-index", "^deprecated-api-index"],
  make: (packages) =>
    join(
      packages.debian(
        "libglib2.0-doc",
        "2.74.6-2+deb12u9",
        "87a273d34af94a439764cf63fc81188f2527ae3280c29df58a907b33318eb8bc",
      ),
      "usr/share/gtk-doc/html/glib",
    ),
};
