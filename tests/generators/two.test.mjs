// The shared test of integrations on two generators: an app in the browser with a plugin, and one by --inject alone.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import { test } from "node:test";
import { check } from "./core/check.mjs";
import { Unavailable } from "./core/place.mjs";

for (const name of ["vitepress", "mdbook"]) {
  test(`${name}: built, built again, read on a phone, searched`, async (context) => {
    const { default: generator } = await import(`./${name}.mjs`);
    try {
      context.diagnostic(`version ${await check(generator)}`);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      context.skip(error.message);
    }
  });
}
