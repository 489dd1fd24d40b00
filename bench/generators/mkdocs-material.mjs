import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../lib/packages.mjs";

export default {
  generator: "MkDocs Material 9.6.18",
  content: "Starlette 0.47.3",
  root: "article",
  ignore: ["a.headerlink"],
  exclude: ["^404\\.html$"],
  make(packages) {
    const sha256 = "6bc94f839cc176c4858894f1f8908f0ab79dfec1a6b8402f6da9be26ebea52e9";
    const project = packages.sdist("starlette", "0.47.3", sha256);
    const bin = packages.python([
      "mkdocs==1.6.1",
      "mkdocs-material==9.6.18",
      "mkdocstrings==0.30.0",
      "mkdocstrings-python==1.17.0",
    ]);
    const settings = join(project, "mkdocs.yml");
    // Links into other sites need a list from the network, and strict mode fails without it.
    const offline = readFileSync(settings, "utf8")
      .replace(/^strict: true\n/m, "")
      .replace(/^ +import:\n +- url: .*\n?/m, "");
    writeFileSync(settings, offline);
    run(project, [join(bin, "mkdocs"), "build", "-q"]);
    return join(project, "site");
  },
};
