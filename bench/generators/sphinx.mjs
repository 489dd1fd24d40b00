import { join } from "node:path";

export default {
  generator: "Sphinx",
  content: "Flask 2.2.2",
  root: "div.body",
  ignore: ["a.headerlink"],
  exclude: ["^genindex", "^py-modindex\\.html$", "^search\\.html$"],
  make: (packages) =>
    join(
      packages.debian(
        "python-flask-doc",
        "2.2.2-3",
        "0659f6a04b15fe3f907150cadc0399fe987c790e722e001b73f7e49fa5ecca15",
      ),
      "usr/share/doc/python-flask-doc/html",
    ),
};
