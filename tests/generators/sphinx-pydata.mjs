// Sphinx with the theme of PyData.
import { sphinx } from "./core/sphinx.mjs";

export default sphinx("pydata_sphinx_theme", {
  package_: "pydata-sphinx-theme",
  version: "0.24.0",
  // Of the theme's own script, on a first visit.
  noise: /Got invalid theme mode/,
});
