/** The pages that the texts of the site link to most: a build writes them into a file beside the index. */

import { toHref } from "../../client/links.js";
import { readBody, request } from "../../fetch/http.js";
import { object, parse } from "../../fetch/manifest.js";
import { folderUrl } from "../../shared/folder-url.js";

const NAME = "docfuse-linked.json";
const MAX_BYTES = 1 << 20;
/** How long the other steps wait for it. */
const WAIT_MS = 2_000;
// In a variable, so that bundlers don't treat it as an asset.
const script = import.meta.url;

/** Their titles by address, of the index in `language`; none where the file is not to be had. `base`: of the index, as given. */
export async function linkedPages(
  base: string | undefined,
  language: string,
  site: URL,
): Promise<ReadonlyMap<string, string>> {
  try {
    const [first] = base?.match(/\S+/) ?? [];
    const folder = first ? folderUrl(first, document.baseURI) : new URL(".", script);
    if (folder.protocol === "file:") return new Map(); // browsers refuse to read it, and say so in the console
    const signal = AbortSignal.timeout(WAIT_MS);
    const init = { cache: "no-cache", signal } as const;
    const response = await request((url, init) => fetch(url, init), new URL(NAME, folder).href, NAME, init);
    const text = new TextDecoder().decode(await readBody(response, NAME, MAX_BYTES));
    const pages = [parse(text)[language] ?? []].flat().map(object);
    return new Map(pages.map(({ url, title }) => [toHref(String(url), site), String(title)]));
  } catch {
    return new Map();
  }
}
