// Sphinx with Furo.
import { sphinx } from "./core/sphinx.mjs";

export default sphinx("furo", { package_: "furo", version: "2025.12.19" });
