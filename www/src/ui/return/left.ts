/**
 * Searches that the reader left through a hit, by the entry of the tab's history, in `sessionStorage`: for one tab, as its
 * history. The stored text is untrusted: other scripts of the origin can write it. Where storage is refused, nothing comes
 * back.
 */

import { LEFT_KEY } from "../shell/storage-keys.js";

/** Most pages kept; the newest last. */
const MAX_PAGES = 20;

/** Characters of the stored text that we still read. */
const MAX_STORED_LENGTH = 50_000;

type Left = readonly [href: string, query: string, key: string];

/** Where the reader is: an address, and the key of the history's entry, empty in browsers that have none. */
export interface Place {
  readonly href: string;
  readonly key: string;
}

export function place(): Place {
  const { navigation } = globalThis as { navigation?: { currentEntry?: { key: string } | null } };
  return { href: location.href, key: navigation?.currentEntry?.key ?? "" };
}

/** Keeps the query of the page at `from`. */
export function leave({ href: from, key }: Place, query: string): void {
  write([...read().filter(([href]) => href !== from), [from, query, key]]);
}

/** Removes and returns the query of this page: readers who close the box and come once more get the page alone. */
export function takeLeft(): string | undefined {
  const here = place();
  const all = read();
  // A link may lead to the same address: then this is another entry.
  const isHere = ([href, , key]: Left) => href === here.href && key === here.key;
  write(all.filter((left) => !isHere(left)));
  return all.find(isHere)?.[1];
}

function read(): Left[] {
  try {
    const stored = sessionStorage.getItem(LEFT_KEY) ?? "";
    if (stored === "" || stored.length > MAX_STORED_LENGTH) return [];
    return (JSON.parse(stored) as Left[]).map(([href, query, key]) => [
      String(href),
      String(query),
      String(key),
    ]);
  } catch {
    return [];
  }
}

function write(all: readonly Left[]): void {
  try {
    if (all.length === 0) sessionStorage.removeItem(LEFT_KEY);
    else sessionStorage.setItem(LEFT_KEY, JSON.stringify(all.slice(-MAX_PAGES)));
  } catch {
    // Forbidden or full.
  }
}
