/**
 * The hit that the reader chose, on its way to the page of the hit: in `sessionStorage`, or in `localStorage` for another
 * tab, to which browsers give no copy of the former. Its link stays as it is.
 *
 * The stored text is untrusted: other scripts of the origin can write it. Where storage is refused, nothing is marked.
 */

import type { Hit } from "../../shared/protocol.js";
import { LANDING_KEY } from "../shell/storage-keys.js";

/** Time from the choice to the page, which the network, a busy machine or a menu may delay. */
const KEPT_MS = 300_000;

/** Characters of the stored text that we still read. */
const MAX_STORED_LENGTH = 50_000;

/** What a landing needs of a hit. */
export interface ChosenHit extends Pick<Hit, "href" | "excerpt" | "highlights"> {
  /** In milliseconds since 1970. */
  readonly time: number;
}

/** Keeps a hit for its page; `elsewhere` if that opens in another tab. */
export function keep({ href, excerpt, highlights }: Hit, elsewhere: boolean): void {
  try {
    const storage = elsewhere ? localStorage : sessionStorage;
    const others = (JSON.parse(storage.getItem(LANDING_KEY) ?? "[]") as ChosenHit[]).filter(isNew);
    put(storage, [...others, { href, excerpt, highlights, time: Date.now() }]);
  } catch {
    // Forbidden or full; what is no list is removed by the next landing.
  }
}

/** Removes and returns the newest hit that `isHere`; removes those that are too old. */
export function take(isHere: (href: string) => boolean): ChosenHit | undefined {
  let found: ChosenHit | undefined;
  for (const storage of [() => sessionStorage, () => localStorage]) {
    try {
      const hits = stored(storage());
      found ??= hits.findLast((hit) => isNew(hit) && isHere(hit.href));
      const others = hits.filter((hit) => isNew(hit) && hit !== found);
      if (others.length < hits.length || others.length === 0) put(storage(), others);
    } catch {
      // Forbidden.
    }
  }
  return found;
}

function isNew({ time }: ChosenHit): boolean {
  return time > Date.now() - KEPT_MS;
}

function stored(storage: Storage): ChosenHit[] {
  const text = storage.getItem(LANDING_KEY) ?? "[]";
  try {
    const hits = text.length > MAX_STORED_LENGTH ? [] : (JSON.parse(text) as ChosenHit[]);
    return hits.map(({ href, excerpt, highlights, time }) => ({
      href: String(href),
      excerpt: String(excerpt),
      highlights: Array.from(highlights, ([start, end]) => [Number(start), Number(end)] as const),
      time: Number(time),
    }));
  } catch {
    return [];
  }
}

function put(storage: Storage, hits: readonly ChosenHit[]): void {
  if (hits.length > 0) storage.setItem(LANDING_KEY, JSON.stringify(hits));
  else storage.removeItem(LANDING_KEY);
}
