/**
 * Keeps searches that the reader leaves through a link, in `sessionStorage`: for one tab, as its history. Where storage is
 * refused or spoilt, nothing comes back.
 */

import type { SearchModel } from "../model.js";
import type { Choices, Place } from "../search-source.js";
import { LEFT_KEY } from "../shell/storage-keys.js";
import { boxNumber, keyOf } from "./place.js";

/** Most searches kept; the newest last. */
const MAX_LEFT = 20;

/** A search, and where it was left: the address, the key of the history's entry, the box of the page. */
export type Left = readonly [
  href: string,
  key: string,
  box: string,
  query: string,
  chosen: Choices,
  place: Place,
];

/** What `leave` keeps of a search that is left now. */
export function leaving(host: Element, { text, chosen }: SearchModel, place: Place): Left {
  let key = keyOf();
  const { state } = history;
  // The page's own state stays; what is no plain object stays alone.
  if (!key && (state === null || (state as object).constructor === Object))
    history.replaceState({ ...state, docfuse: (key = String(Math.random())) }, "");
  return [location.href, key, boxNumber(host), text, chosen, place];
}

export function leave(left: Left): void {
  try {
    const all = [...(JSON.parse(sessionStorage.getItem(LEFT_KEY) ?? "[]") as Left[]), left];
    sessionStorage.setItem(LEFT_KEY, JSON.stringify(all.slice(-MAX_LEFT)));
  } catch {
    // Forbidden, full or spoilt.
  }
}
