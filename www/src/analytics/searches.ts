/** What readers searched for, of the answers that came while they typed. */

import type { Answer, Hit } from "../shared/protocol.js";
import { isPrivate } from "./private-text.js";

/** A search and what came of it. Nothing of it names a reader, a session or a time. */
export interface SearchRecord {
  readonly query: string;
  /** Number of ranked sections. */
  readonly hits: number;
  /** Whether even the best does not come close. */
  readonly weak: boolean;
  /** Address of the hit that was opened, in the site; `null` if none was. */
  readonly click: string | null;
}

/** A query that was in the box for less than this was on the way to another one. */
const SETTLED_MS = 1500;

/** Keeps the last answer until it is clear whether its query was meant. */
export class Searches {
  readonly #record: (record: SearchRecord) => void;
  #last: { readonly answer: Answer; readonly since: number } | undefined;
  /** The query that was told last. */
  #told: string | undefined;

  constructor(record: (record: SearchRecord) => void) {
    this.#record = record;
  }

  /** A further answer; `now` in milliseconds. */
  answered(answer: Answer, now: number): void {
    const last = this.#last;
    if (last?.answer.query === answer.query) {
      // A better answer to the same query.
      this.#last = { answer, since: last.since };
      return;
    }
    if (last && now - last.since >= SETTLED_MS) this.#tell(last.answer, null);
    this.#last = { answer, since: now };
  }

  selected(hit: Hit): void {
    if (this.#last) this.#tell(this.#last.answer, hit.url);
    this.#last = undefined;
  }

  /** The page goes, or is in the background: then a click may follow, which is told too. */
  left(): void {
    if (this.#last) this.#tell(this.#last.answer, null);
  }

  #tell({ query, total, fit }: Answer, click: string | null): void {
    const text = query.trim();
    // Whoever goes to and fro between queries made one search of each.
    const isKnown = click === null && text === this.#told;
    if (text === "" || isKnown || isPrivate(text)) return;
    this.#told = text;
    this.#record({ query: text, hits: total, weak: fit === "weak", click });
  }
}
