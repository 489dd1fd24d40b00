// What generators of API documentation are asked: three symbols, which each test writes in the generator's language, and
// one that is added.
import { ADDED } from "./manual.mjs";

/**
 * `queries` and `change` of a generator. `pages`: patterns of the addresses of `mutex`, `retry`, `folder` and `added`;
 * `change`: `file` and `text` of the last.
 */
export const askedOfSymbols = ({ mutex, retry, folder, added }, change) => ({
  queries: [
    ["mutex", mutex],
    ["network interrupted", retry],
    ["temporary folder", folder],
  ],
  change: { ...change, query: ADDED, page: added },
});
