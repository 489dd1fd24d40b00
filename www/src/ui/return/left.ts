/**
 * Searches that the reader left through a hit, by the address of the page, in `sessionStorage`: for one tab, as its
 * history. The stored text is untrusted: other scripts of the origin can write it. Where storage is refused, nothing comes
 * back.
 */

import { LEFT_KEY } from "../shell/storage-keys.js";

/** Most pages kept; the newest last. */
const MAX_PAGES = 20;

/** Characters of the stored text that we still read. */
const MAX_STORED_LENGTH = 50_000;

type Left = readonly [href: string, query: string];

/** Keeps the query of the page at `from`. */
export function leave(from: string, query: string): void {
  write([...read().filter(([href]) => href !== from), [from, query]]);
}

/** Removes and returns the query of this page: readers who close the box and come once more get the page alone. */
export function takeLeft(): string | undefined {
  const { href: here } = location;
  const all = read();
  write(all.filter(([href]) => href !== here));
  return all.find(([href]) => href === here)?.[1];
}

function read(): Left[] {
  try {
    const stored = sessionStorage.getItem(LEFT_KEY) ?? "";
    if (stored === "" || stored.length > MAX_STORED_LENGTH) return [];
    return (JSON.parse(stored) as Left[]).map(([href, query]) => [String(href), String(query)]);
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
