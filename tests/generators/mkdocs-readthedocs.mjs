// MkDocs with its theme after Read the Docs.
import { mkdocs } from "./core/mkdocs.mjs";

export default mkdocs("readthedocs");
