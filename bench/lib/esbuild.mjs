// The bundler of the packages: the benchmark has none of its own.
import { createRequire } from "node:module";

export const { build } = createRequire(new URL("../../www/package.json", import.meta.url))("esbuild");
