import { existsSync } from "node:fs";

/** The first of `paths` that exists; undefined if there is none. */
export const firstOf = (...paths) => paths.find((path) => path && existsSync(path));
