/**
 * Recent and pinned searches, in the reader's browser alone (`localStorage`).
 *
 * Sites may share an origin, so each index has its own list. The stored text is untrusted: other scripts of the origin
 * can write it. Browsers refuse storage in private windows, in frames and where it is full; then nothing is kept.
 */

/** Most searches of each sort. */
const MAX_RECENT = 8;
const MAX_PINNED = 8;

/** Characters of a search; longer ones are not kept. */
const MAX_QUERY_LENGTH = 200;

/** Characters of the stored text that we still read: as many as the longest list has, escaped. */
const MAX_STORED_LENGTH = (MAX_RECENT + MAX_PINNED) * (MAX_QUERY_LENGTH * 6 + 10);

/** The newest first. */
export interface PastSearches {
  readonly pinned: readonly string[];
  readonly recent: readonly string[];
}

const NONE: PastSearches = { pinned: [], recent: [] };

/** The members of `Storage` that we use. */
export type KeyValueStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class SearchHistory {
  readonly #key: string;
  readonly #storage: () => KeyValueStore;

  /** `base` is the URL of the index folder. `storage` may throw, as `localStorage` does where it is forbidden. */
  constructor(base: string, storage: () => KeyValueStore = () => localStorage) {
    this.#key = `docfuse-searches:${base}`;
    this.#storage = storage;
  }

  /** That of the index at `base`; none without an index, or if the author switched it off. */
  static of(base: string | undefined, recent: boolean): SearchHistory | undefined {
    if (base === undefined || !recent) return undefined;
    return new SearchHistory(new URL(base, document.baseURI).href);
  }

  /** Read anew each time: other tabs write it too. */
  get(): PastSearches {
    try {
      return parse(this.#storage().getItem(this.#key) ?? "{}");
    } catch {
      return NONE;
    }
  }

  /** Adds a search that led somewhere. A pinned one stays where it is. */
  add(query: string): void {
    const text = query.trim();
    if (text === "" || text.length > MAX_QUERY_LENGTH) return;
    const { pinned, recent } = this.get();
    if (pinned.includes(text)) return;
    // What was typed on the way to a longer search is replaced by it.
    const others = recent.filter(
      (other) => other !== text && !(other === recent[0] && text.startsWith(other)),
    );
    this.#put({ pinned, recent: [text, ...others] });
  }

  /** Pins a search, makes a pinned one a recent one, or removes it from both lists. */
  move(query: string, to?: keyof PastSearches): void {
    const { pinned, recent } = this.get();
    const stays = (other: string) => other !== query;
    const past = { pinned: pinned.filter(stays), recent: recent.filter(stays) };
    if (to) past[to].unshift(query);
    this.#put(past);
  }

  /** Forgets the recent searches; pinned ones stay. */
  clear(): void {
    this.#put({ ...this.get(), recent: [] });
  }

  #put({ pinned, recent }: PastSearches): void {
    const kept = { pinned: pinned.slice(0, MAX_PINNED), recent: recent.slice(0, MAX_RECENT) };
    try {
      if (!kept.pinned[0] && !kept.recent[0]) this.#storage().removeItem(this.#key);
      else this.#storage().setItem(this.#key, JSON.stringify(kept));
    } catch {
      // Forbidden or full.
    }
  }
}

/** Throws for what is no JSON, and for `null`. */
function parse(stored: string): PastSearches {
  if (stored.length > MAX_STORED_LENGTH) return NONE;
  const { pinned, recent } = JSON.parse(stored) as Partial<Record<keyof PastSearches, unknown>>;
  const kept = queries(pinned, MAX_PINNED);
  return { pinned: kept, recent: queries(recent, MAX_RECENT).filter((query) => !kept.includes(query)) };
}

function queries(value: unknown, most: number): string[] {
  if (!Array.isArray(value)) return [];
  const valid = value.filter(
    (query): query is string =>
      typeof query === "string" && query.trim() !== "" && query.length <= MAX_QUERY_LENGTH,
  );
  return [...new Set(valid)].slice(0, most);
}
