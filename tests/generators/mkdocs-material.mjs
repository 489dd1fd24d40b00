// MkDocs with Material.
import { mkdocs } from "./core/mkdocs.mjs";

export default mkdocs("material", {
  package_: "mkdocs-material",
  version: "9.8.2",
  // As the theme's own switch does it.
  dark: (page) => page.evaluate(() => document.body.setAttribute("data-md-color-scheme", "slate")),
});
