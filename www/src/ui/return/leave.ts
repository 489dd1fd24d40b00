/**
 * Keeps searches that the reader leaves through a link, in `sessionStorage`: for one tab, as its history. Where storage is
 * refused or spoilt, nothing comes back.
 */

import type { SearchModel } from "../model.js";
import type { Choices, Place, Seen } from "../search-source.js";
import { LEFT_KEY } from "../shell/storage-keys.js";
import { boxNumber, keyOf } from "./place.js";

/** Most searches kept; the newest last. */
const MAX_LEFT = 20;

/** Characters of all of them: a hit comes with its text, and a search shows a hundred at most. */
export const MAX_STORED_LENGTH = 2_000_000;

/** A search, and where it was left: the address, the key of the history's entry, the box of the page. */
export type Left = readonly [
  href: string,
  key: string,
  box: string,
  query: string,
  chosen: Choices,
  place: Place,
  seen: Seen | undefined,
];

/** What `leave` keeps of a search that is left now. */
export function leaving(host: Element, { text, chosen, seen }: SearchModel, place: Place): Left {
  let key = keyOf();
  const { state } = history;
  // The page's own state stays; what is no plain object stays alone.
  if (!key && (state === null || (state as object).constructor === Object))
    history.replaceState({ ...state, docfuse: (key = String(Math.random())) }, "");
  return [location.href, key, boxNumber(host), text, chosen, place, seen];
}

export function leave(left: Left): void {
  try {
    const all = [...(JSON.parse(sessionStorage.getItem(LEFT_KEY) ?? "[]") as Left[]), left];
    let kept: string;
    while ((kept = JSON.stringify(all)).length > MAX_STORED_LENGTH || all.length > MAX_LEFT) all.shift();
    sessionStorage.setItem(LEFT_KEY, kept);
  } catch {
    // Forbidden, full or spoilt.
  }
}
