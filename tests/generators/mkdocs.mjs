// MkDocs with its own theme.
import { mkdocs } from "./core/mkdocs.mjs";

export default mkdocs("mkdocs");
