// Sphinx with Alabaster, its own theme.
import { sphinx } from "./core/sphinx.mjs";

export default sphinx("alabaster");
