// MkDocs with its theme after Read the Docs.
import { mkdocs } from "./core/mkdocs.mjs";

// Without the highlighter, which the theme loads from another host.
export default mkdocs("readthedocs", { settings: "{ name: readthedocs, highlightjs: false }" });
