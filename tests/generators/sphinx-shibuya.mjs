// Sphinx with the theme Shibuya, of which Docfuse knows nothing.
import { sphinx } from "./core/sphinx.mjs";

export default sphinx("shibuya", { package_: "shibuya", version: "2026.7.12" });
