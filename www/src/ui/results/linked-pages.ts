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

/** What was read, by folder: a late answer shows them at once, so that they stay where they are. */
const read = new Map<string, Promise<Record<string, unknown>>>();

/** Their titles by address, of the index in `language`; none where the file is not to be had. `base`: of the index, as given. */
export async function linkedPages(
  base: string | undefined,
  language: string,
  site: URL,
): Promise<ReadonlyMap<string, string>> {
  const [first] = base?.match(/\S+/) ?? [];
  const folder = first ? folderUrl(first, document.baseURI) : new URL(".", script);
  if (folder.protocol === "file:") return new Map(); // browsers refuse to read it, and say so in the console
  const address = new URL(NAME, folder).href;
  const reading = read.get(address) ?? load(address);
  read.set(address, reading);
  try {
    const pages = [(await reading)[language] ?? []].flat().map(object);
    return new Map(pages.map(({ url, title }) => [toHref(String(url), site), String(title)]));
  } catch {
    read.delete(address);
    return new Map();
  }
}

async function load(address: string): Promise<Record<string, unknown>> {
  const init = { cache: "no-cache", signal: AbortSignal.timeout(WAIT_MS) } as const;
  const response = await request((url, init) => fetch(url, init), address, NAME, init);
  return parse(new TextDecoder().decode(await readBody(response, NAME, MAX_BYTES)));
}
