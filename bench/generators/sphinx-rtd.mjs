import { join } from "node:path";

export default {
  generator: "Sphinx, Read the Docs theme",
  content: "Tornado 6.2.0",
  root: "div[itemprop=articleBody]",
  ignore: ["a.headerlink"],
  exclude: ["^genindex", "^py-modindex\\.html$", "^search\\.html$", "^_modules/"],
  make: (packages) =>
    join(
      packages.debian(
        "python-tornado-doc",
        "6.2.0-3+deb12u4",
        "854ca846655975838c1c8c5058b31a46f963e3bcd229b5e2b209b28fffd50c9f",
      ),
      "usr/share/doc/python-tornado-doc/html",
    ),
};
