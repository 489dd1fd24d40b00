import { test } from "node:test";

for (const engine of ["docfuse", "minisearch", "pagefind"])
  test(`${engine} loads with the packages of a build and the benchmark's own`, () =>
    import(`../adapters/${engine}.mjs`));
