// An index opened in a page by the script's API, without a box.
import { newPage } from "./chromium.mjs";

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
