import { test } from "node:test";

for (const engine of ["docfuse", "minisearch", "pagefind"])
  test(`${engine} needs no package but the benchmark's own`, () => import(`../adapters/${engine}.mjs`));
