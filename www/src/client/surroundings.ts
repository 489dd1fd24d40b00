/** Where an index is opened: a page, or a worker or server, which have neither an address nor a language of their own. */

import { DocfuseError } from "../shared/error.js";
import type { Fetch } from "../fetch/http.js";
import { folderUrl } from "../shared/folder-url.js";
import type { OpenOptions, SiteOptions } from "./open.js";

const page = () => globalThis.document as Document | undefined;

/** The folder at an address. Without a page, rejects what is not absolute with `unsupported`. */
export function folderOf(address: string | URL): URL {
  const against = page()?.baseURI;
  if (against !== undefined || URL.canParse(address)) return folderUrl(address, against);
  throw new DocfuseError(
    "unsupported",
    `an absolute address expected outside of a page, ${String(address)} found`,
  );
}

/** That against which the addresses of several indexes are resolved. */
export function pageAddress(bases: OpenOptions["base"]): string | undefined {
  const addresses = [bases].flat().map((each) => folderOf((each as SiteOptions).url ?? each));
  return page()?.baseURI ?? addresses[0]?.href;
}

export function pageLanguage(): string {
  return page()?.documentElement.lang ?? "";
}

/** Names that this runtime must have. */
export function needs(options: Partial<OpenOptions> | null): string[] {
  return [...(options?.worker ? [] : ["Worker"]), "WebAssembly", "DecompressionStream"];
}

/** Reads addresses of files, where `fetch` does not. */
let fetchFile: Fetch | undefined;

export function useFileFetch(own: Fetch): void {
  fetchFile = own;
}

export const fetchAny: Fetch = (url, init) =>
  fetchFile && url.startsWith("file:") ? fetchFile(url, init) : fetch(url, init);
