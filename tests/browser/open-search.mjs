// An index opened in a page by the script's API, without a box.
import { newPage } from "./chromium.mjs";
import { PATIENCE_MS } from "./still.mjs";

/** Opens the index of the page at `address`, with the encoder ready where it is `eager`. `ask` queries it. */
export async function openSearch(browser, address, options) {
  const { page, close } = await newPage(browser);
  await page.goto(address);
  await page.evaluate(async (given) => {
    const { open } = await import("/docfuse/docfuse.js");
    globalThis.search = await open({ base: "/docfuse/", ...given });
    if (given.encoder === "eager") await globalThis.search.whenReady();
  }, options);
  const ask = (text, more) =>
    page.evaluate(([query, asked]) => globalThis.search.query(query, asked), [text, more]);
  return { page, ask, close };
}

/** The answers to a text by the page's global `search`: the first, and `later` ones; fails if they do not come. */
export function answers(page, text, later) {
  return page.evaluate(
    ([query, count, patience]) =>
      new Promise((resolve, reject) => {
        const all = [];
        const note = (answer) => all.push(answer) > count && resolve(all);
        globalThis.search.query(query, { onUpdate: note }).then(note, reject);
        setTimeout(() => reject(new Error(`${all.length} answers`)), patience);
      }),
    [text, later, PATIENCE_MS],
  );
}
