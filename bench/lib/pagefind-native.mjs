// Pagefind's own script outside a browser: it reads its index from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const network = globalThis.fetch;
globalThis.fetch = (address, ...others) => {
  const file = String(address);
  return file.startsWith("file:") ? fromDisk(file) : network(address, ...others);
};

const fromDisk = async (address) => new Response(readFileSync(fileURLToPath(address.split("?")[0])));

/**
 * Opens the index that Pagefind wrote into `folder`. Resolves to a function from a query to the addresses of at most
 * `count` pages, best first.
 */
export async function openPagefind(folder) {
  const pagefind = await opened(folder);
  // A result's data is its page with an excerpt, which takes longer than the search; a page's address stays.
  const addresses = new Map();
  const addressOf = async ({ id, data }) => {
    if (!addresses.has(id)) addresses.set(id, (await data()).url);
    return addresses.get(id);
  };
  return async (text, count) => {
    const { results } = await pagefind.search(text);
    return Promise.all(results.slice(0, count).map(addressOf));
  };
}

/**
 * The same, resolving to a function from a query to its first result: `{ url, shown }`, the address of the part of the page
 * that has most of the query, and the title and excerpt that a reader sees of it.
 */
export async function openFirstResult(folder) {
  const pagefind = await opened(folder);
  return async (text) => {
    const [first] = (await pagefind.search(text)).results;
    if (!first) return undefined;
    const page = await first.data();
    const parts = page.sub_results.toSorted((a, b) => b.locations.length - a.locations.length);
    const { url, title, plain_excerpt: excerpt } = parts[0] ?? { ...page, title: page.meta.title };
    return { url, shown: `${title}\n${excerpt}` };
  };
}

async function opened(folder) {
  const script = pathToFileURL(join(folder, "pagefind.js")).href;
  const pagefind = await import(script);
  await pagefind.options({ baseUrl: "/", basePath: new URL(".", script).href });
  await pagefind.init();
  return pagefind;
}
