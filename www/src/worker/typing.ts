/**
 * What queries ask for while the reader types. The next key changes the best hits, so most of their texts would be of no use:
 * they are asked for once typing pauses, or if the query before lacked them too. Blocks of terms serve the next key as well.
 */

import type { BlockRequest } from "../shared/protocol.js";
import type { IndexDriver } from "./index-driver.js";

/** Milliseconds without a key, of which many a typist needs 80 to 120. */
const PAUSE_MS = 110;

/** Behind a blank another word follows, mostly after a longer pause than between letters. */
const BLANK_PAUSE_MS = 250;

/** Keys as near as this are typed on; behind a longer pause, or for a pasted text, nothing waits. */
const FLOW_MS = 300;

export class Typing {
  #last = -Infinity;
  #flows = false;
  #pause = PAUSE_MS;
  /** Ids of the texts that the query before lacked. */
  #lacked: ReadonlySet<number> = new Set();

  /** A key was pressed, which made `typed`. */
  key(typed: string): void {
    const now = performance.now();
    this.#flows = now - this.#last < FLOW_MS;
    this.#last = now;
    this.#pause = /\s$/.test(typed) ? BLANK_PAUSE_MS : PAUSE_MS;
  }

  /** Resolves when a query may ask for all of `ranges`; requests before which of them are likely to be needed. */
  async hold(
    index: Pick<IndexDriver, "notUnderWay" | "obtain">,
    ranges: readonly BlockRequest[],
  ): Promise<void> {
    const lacked = index.notUnderWay(ranges);
    if (lacked.length === 0 || !lacked.every(({ file }) => /\btexts-/.test(file))) return;
    const before = this.#lacked;
    this.#lacked = new Set(lacked.map(({ id }) => id));
    void index.obtain(lacked.filter(({ id }) => before.has(id)));
    for (let left; this.#flows && (left = this.#last + this.#pause - performance.now()) > 0;)
      await new Promise((resolve) => setTimeout(resolve, left));
  }
}
