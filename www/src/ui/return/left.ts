/** Searches that were left, as `leave` keeps them. The stored text is untrusted: other scripts of the origin can write it. */

import type { Filters } from "../filters/parse.js";
import type { Choices, Seen } from "../search-source.js";
import { LEFT_KEY } from "../shell/storage-keys.js";
import { MAX_STORED_LENGTH, type Left } from "./leave.js";
import { boxNumber, keyOf } from "./place.js";

/** Removes and returns the search of `host` in this place: readers who close the box and come once more get the page alone. */
export function takeLeft(host: Element): Left | undefined {
  const place = [location.href, keyOf(), boxNumber(host)];
  const all = read();
  // A link may lead to the same address: then this is another entry.
  const isHere = (left: Left) => place[1] !== "" && place.every((part, at) => left[at] === part);
  const others = all.filter((left) => !isHere(left));
  if (others.length < all.length) write(others);
  return all.findLast(isHere);
}

function read(): Left[] {
  try {
    const stored = sessionStorage.getItem(LEFT_KEY) ?? "";
    const all: unknown = stored.length > MAX_STORED_LENGTH ? [] : JSON.parse(stored);
    return (all as Left[]).map(([href, key, box, query, chosen, place, seen]) => [
      String(href),
      String(key),
      String(box),
      String(query),
      checked(chosen),
      [number(place[0]), number(place[1])],
      isSound(seen) ? withHits(seen) : undefined,
    ]);
  } catch {
    write([]);
    return [];
  }
}

const number = (value: unknown) => Number(value) || 0;

/** Whether all places in it are those of links, which lead to no script. What is spoilt is asked for again. */
function isSound(seen: Seen | null | undefined): seen is Seen {
  try {
    const [groups, { suggestions }, missed] = seen as Seen;
    const hits = [...groups.flatMap((group) => group.hits), ...(missed ? [missed] : [])];
    const sections = suggestions.filter(({ href }) => href !== undefined);
    return [...hits, ...hits.flatMap(({ also }) => also), ...sections].every(isLink);
  } catch {
    return false;
  }
}

function isLink({ href }: { readonly href?: string }): boolean {
  const { protocol } = new URL(String(href));
  return /^https?:$/.test(protocol) || protocol === location.protocol;
}

function withHits([groups, answer, missed]: Seen): Seen {
  return [groups, { ...answer, hits: groups.flatMap((group) => group.hits) }, missed ?? undefined];
}

function checked([filters, allVersions, language, sort]: Choices): Choices {
  const lists = Object.entries(filters).filter((entry): entry is [string, string[]] =>
    Array.isArray(entry[1]),
  );
  const read: Filters = Object.fromEntries(lists.map(([name, values]) => [name, values.map(String)]));
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return [read, allVersions === true, text(language), text(sort)];
}

/** The key stays, by which an element that takes another's place looks here, too. */
function write(all: readonly Left[]): void {
  try {
    sessionStorage.setItem(LEFT_KEY, JSON.stringify(all));
  } catch {
    // Forbidden or full.
  }
}
