// Sphinx with the theme of Read the Docs.
import { sphinx } from "./core/sphinx.mjs";

export default sphinx("sphinx_rtd_theme", { package_: "sphinx-rtd-theme", version: "3.1.0" });
