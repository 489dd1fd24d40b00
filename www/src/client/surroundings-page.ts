/** What `docfuse.js` has in place of `surroundings`: it defines elements, so there is a page, and every page has workers. */

import { folderUrl } from "../shared/folder-url.js";

export const folderOf = (address: string | URL): URL => folderUrl(address, document.baseURI);

export const pageAddress = (_bases: unknown): string => document.baseURI;

export const pageLanguage = (): string => document.documentElement.lang;

export const needs = (_options: unknown): string[] => ["WebAssembly", "DecompressionStream"];

export const fetchAny = (url: string, init: RequestInit): Promise<Response> => fetch(url, init);
