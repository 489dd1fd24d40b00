/** Whole files in memory, for hosts that ignore byte ranges: each file is downloaded once for all of its blocks. */

import type { Bytes } from "./http.js";

/** Memory limit in bytes: some tens of pack files, and little beside the encoder's 34 MB. */
const MAX_BYTES = 8 << 20;

export class WholeFiles {
  /** Least recently used first. A `length` of 0 marks a download under way. */
  readonly #files = new Map<string, { readonly content: Promise<Bytes>; length: number }>();

  /** No effect on a download under way, which other blocks of the file wait for. */
  forget(name: string): void {
    if (this.#files.get(name)?.length) this.#files.delete(name);
  }

  /** The file from memory, from the download under way, or from `load`. Failed loads are not kept. */
  share(name: string, load: () => Promise<Bytes>): Promise<Bytes> {
    const known = this.#files.get(name);
    if (known) {
      this.#files.delete(name);
      this.#files.set(name, known);
      return known.content;
    }
    const file = { content: load(), length: 0 };
    this.#files.set(name, file);
    file.content.then(
      ({ byteLength }) => {
        file.length = byteLength;
        this.#evict();
      },
      () => {
        if (this.#files.get(name) === file) this.#files.delete(name);
      },
    );
    return file.content;
  }

  #evict(): void {
    let total = 0;
    for (const { length } of this.#files.values()) total += length;
    for (const [name, { length }] of this.#files) {
      if (total <= MAX_BYTES) break;
      if (length === 0) continue; // under way: callers wait for it
      this.#files.delete(name);
      total -= length;
    }
  }
}
