// MkDocs with Material.
import { mkdocs } from "./core/mkdocs.mjs";

export default mkdocs("material", { package_: "mkdocs-material" });
