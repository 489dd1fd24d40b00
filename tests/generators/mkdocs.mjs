// MkDocs with its own theme.
import { mkdocs } from "./core/mkdocs.mjs";

export default mkdocs("mkdocs", {
  // Without the highlighter, which the theme loads from another host.
  settings: "{ name: mkdocs, highlightjs: false }",
  // The theme's script fails without its own search.
  plugins: "[search, docfuse]",
});
