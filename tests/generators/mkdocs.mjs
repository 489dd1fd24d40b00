// MkDocs with its own theme.
import { mkdocs } from "./core/mkdocs.mjs";

// Without the highlighter, which the theme loads from another host.
export default mkdocs("mkdocs", { settings: "{ name: mkdocs, highlightjs: false }" });
