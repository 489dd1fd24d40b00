/** One open index: opened when first needed, closed and opened anew when its address or language changes. */

import { open } from "../../client/open.js";
import type { Search } from "../../client/search.js";
import type { Config } from "./config.js";

/** The attributes that choose an index. */
type IndexConfig = Pick<Config, "base" | "site" | "language" | "encoder" | "dense">;

/** Limit of opening: nothing tells whether the worker's script still arrives, which takes long on slow networks. */
const OPEN_MS = 60_000;

export class Connection {
  /** Folder of the index without a `base` attribute; `docfuse.js` sets its own folder. */
  static defaultBase: string | undefined;

  readonly #config: () => IndexConfig;
  #language: string | undefined;
  #opening: Promise<Search> | undefined;

  /** `config` is read whenever the index is opened. */
  constructor(config: () => IndexConfig) {
    this.#config = config;
  }

  /** Folder of the index, as given; `undefined` if nothing says it. */
  get base(): string | undefined {
    return this.#config().base ?? Connection.defaultBase;
  }

  /** Searches in this language from now on; `undefined` for that of the page. */
  set language(language: string | undefined) {
    if (language !== this.#language) this.close();
    this.#language = language;
  }

  /** Opens the index, or returns the open one until it ends. Rejects as the client's `open` does. */
  open(): Promise<Search> {
    if (this.#opening) return this.#opening;
    const forget = () => {
      if (this.#opening === opening) this.#opening = undefined; // a newer one stays
    };
    const opening = this.#open();
    opening.then((search) => (search.onEnd = forget), forget);
    return (this.#opening = opening);
  }

  /** Opens the index. A failure is shown with the first query, which retries. */
  prepare(): void {
    this.open().catch(() => undefined);
  }

  /** Requests what the words need that are being typed, if the index is open or opening. */
  typed(text: string): void {
    this.#opening?.then((search) => search.prepare(text)).catch(() => undefined); // the query tells
  }

  close(): void {
    this.#opening?.then((search) => search.close()).catch(() => undefined); // not open: nothing to close
    this.#opening = undefined;
  }

  async #open(): Promise<Search> {
    const { site, language, encoder, dense } = this.#config();
    return open({
      base: this.base?.match(/\S+/g) ?? [],
      encoder,
      dense,
      signal: AbortSignal.timeout(OPEN_MS),
      language: this.#language ?? language,
      site,
    });
  }
}
