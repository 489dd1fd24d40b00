/**
 * When downloads may run that no query waits for: the full search module, the encoder, and what the lexicon needs behind an
 * answer. They stop while a query is on its way, so that its ranges have the whole network.
 */

/** Pause between a query and what goes on behind it: the next key often comes sooner than this. */
const QUIET_MS = 150;

/** Fewer bytes say little of a network: round trips and its slow start take most of their time. */
const LEAST_BYTES = 60_000;

export class Background {
  /** Queries on their way, and words that are being typed. */
  readonly #holds = new Set<symbol>();
  /** Resolves when no query is on its way. */
  idle = Promise.resolve();
  #wake: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop = new AbortController();
  /** What downloads brought, and the milliseconds in which they did. */
  bytes = 0;
  spent = 0;

  /** Stops all downloads until the returned function is called; they go on after `pause` milliseconds. */
  hold(): (pause?: number) => void {
    const hold = Symbol();
    this.#holds.add(hold);
    clearTimeout(this.#timer);
    if (!this.isPaused) {
      this.idle = new Promise((resolve) => (this.#wake = resolve));
      this.#stop.abort();
    }
    return (pause = QUIET_MS) => {
      if (!this.#holds.delete(hold) || this.#holds.size > 0) return;
      this.#timer = setTimeout(() => {
        this.#stop = new AbortController();
        this.#wake?.();
      }, pause);
    };
  }

  get isPaused(): boolean {
    return this.signal.aborted;
  }

  /** Aborts with the next pause. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Bytes a second that the network brought; `undefined` while too few say it. */
  get rate(): number | undefined {
    return this.bytes < LEAST_BYTES ? undefined : (1000 * this.bytes) / this.spent;
  }
}
