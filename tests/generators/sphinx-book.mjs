// Sphinx with the Book theme.
import { sphinx } from "./core/sphinx.mjs";

export default sphinx("sphinx_book_theme", {
  package_: "sphinx-book-theme",
  version: "1.4.0",
  // Of the theme's own script, on a first visit.
  noise: /Got invalid theme mode/,
});
