/**
 * The sentence encoder's life in the worker: off → waiting → loading → ready, or failed and tried again.
 * `Encoder` loads the module, the model, the tokenizer and the dense files side by side; nothing waits for it.
 */

import { DocfuseError, errorData } from "./error.js";
import { fetchFile, type Fetch } from "./files.js";
import type { EncoderHandle, ModelRef, Modules } from "./modules.js";
import type { EncoderPolicy, EncoderState, ErrorData, FileRef, SearchEvent } from "./protocol.js";
import type { SearchIndex } from "./search-index.js";

/** Time before a failed encoder is tried again by a later query: it is tens of megabytes, so not too soon. */
const RETRY_AFTER_MS = 5000;

/** Steps of the progress that are reported: each per cent. */
const PROGRESS_STEPS = 100;

export interface EncoderEvents {
  state(state: EncoderState): void;
  event(event: SearchEvent): void;
}

export class Encoder {
  readonly #modules: Modules;
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #policy: EncoderPolicy;
  readonly #events: EncoderEvents;
  #index: SearchIndex;
  #state: EncoderState = "off";
  #handle: EncoderHandle | undefined;
  /** The model that `#handle` or `#failure` belongs to. */
  #model: ModelRef | undefined;
  #loading: Promise<void> | undefined;
  #failure: ErrorData | undefined;
  #failedAt = 0;

  constructor(
    modules: Modules,
    fetch: Fetch,
    base: string,
    policy: EncoderPolicy,
    index: SearchIndex,
    events: EncoderEvents,
  ) {
    this.#modules = modules;
    this.#fetch = fetch;
    this.#base = base;
    this.#policy = policy;
    this.#events = events;
    this.#index = index;
    this.attach(index);
  }

  get state(): EncoderState {
    return this.#state;
  }

  /** Serves `index` from now on; a loaded encoder stays if the new generation has the same model. */
  attach(index: SearchIndex): void {
    this.#index = index;
    const wanted = index.model;
    if (!sameModel(this.#model, wanted)) {
      this.#handle?.free();
      this.#handle = undefined;
      this.#failure = undefined;
      this.#model = wanted;
      const idle = this.#policy === "off" || !wanted ? "off" : "waiting";
      this.#setState(this.#loading && wanted ? "loading" : idle);
    } else {
      this.#setState(this.#state);
    }
  }

  /** Whether a vector can be had now or after `load`: not when off, stopped, or failed a moment ago. */
  isComing(now: number): boolean {
    if (this.#state !== "failed") return this.#state !== "off";
    return this.#failure?.code !== "crashed" && now - this.#failedAt >= RETRY_AFTER_MS;
  }

  /** Loads, or joins the load under way; never rejects: `state` and the events say how it ended. */
  load(): Promise<void> {
    if (this.#state === "ready" || this.#state === "off") return Promise.resolve();
    if (this.#failure?.code === "crashed") {
      this.#fail(this.#failure); // the instance is lost until the search is opened again
      return Promise.resolve();
    }
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** The query's unit vector; `undefined` while the encoder is not ready, or when it stops at this text. */
  embed(text: string): Float32Array | undefined {
    if (!this.#handle) return undefined;
    try {
      return this.#handle.embed(text);
    } catch (error) {
      const reason = errorData(error);
      // After a trap no call into that instance is safe, not even this.
      if (reason.code !== "crashed") this.#handle.free();
      this.#handle = undefined;
      this.#fail(reason);
      return undefined;
    }
  }

  async #load(): Promise<void> {
    const reload = this.#failure !== undefined;
    this.#setState("loading");
    // Once, and once more for each generation with another model that is deployed meanwhile.
    for (let ref = this.#index.model; ref;) {
      try {
        const handle = await this.#loadModel(ref, reload);
        if (sameModel(ref, this.#index.model)) {
          this.#handle = handle;
          this.#setState("ready");
          this.#events.event({ type: "ready" });
          return;
        }
        handle.free();
      } catch (error) {
        if (sameModel(ref, this.#index.model)) return this.#fail(errorData(error));
      }
      ref = this.#index.model;
    }
  }

  async #loadModel({ model, tokenizer, info }: ModelRef, reload: boolean): Promise<EncoderHandle> {
    const index = this.#index;
    const onBytes = this.#progress([model, tokenizer]);
    const [Handle, modelBytes, tokenizerBytes] = await Promise.all([
      this.#modules.embed(),
      this.#fetchVerified(model, reload, onBytes),
      this.#fetchVerified(tokenizer, reload, onBytes),
      // Fetched along, so that the first hybrid answer is not a second wait.
      index.obtain(index.missing("dense")),
    ]);
    return new Handle(modelBytes, tokenizerBytes, info);
  }

  /** Content that is not what the manifest says is fetched once more, past the browser's cache. */
  async #fetchVerified(
    file: FileRef,
    reload: boolean,
    onBytes: (count: number) => void,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await fetchFile(this.#fetch, this.#base, file, { reload, onBytes });
    if (await isContent(bytes, file)) return bytes;
    const again = await fetchFile(this.#fetch, this.#base, file, { reload: true, onBytes });
    if (await isContent(again, file)) return again;
    throw new DocfuseError("damaged", `${file.name} is not the file that the manifest names`, file.name);
  }

  #progress(files: readonly FileRef[]): (count: number) => void {
    const total = files.reduce((sum, file) => sum + file.stored, 0);
    let loaded = 0;
    let reported = -1;
    return (count) => {
      loaded = Math.min(loaded + count, total);
      const step = Math.floor((PROGRESS_STEPS * loaded) / total);
      if (step === reported) return;
      reported = step;
      this.#events.event({ type: "progress", loaded, total });
    };
  }

  #fail(error: ErrorData): void {
    this.#failure = error;
    this.#failedAt = Date.now();
    this.#setState("failed");
    this.#events.event({ type: "failed", error });
  }

  #setState(state: EncoderState): void {
    this.#state = state;
    this.#index.encoderTrouble = this.#trouble();
    this.#events.state(state);
  }

  /** What `degraded` shall say of dense search. */
  #trouble(): { code: string; message: string } | undefined {
    switch (this.#state) {
      case "ready":
        return undefined;
      case "off":
        // An index without a model says so itself.
        if (!this.#index.model) return undefined;
        return { code: "encoder-off", message: "meaning search is switched off" };
      case "waiting":
      case "loading":
        return { code: "encoder-loading", message: "meaning search is loading" };
      case "failed":
        return this.#failure;
    }
  }
}

function sameModel(a: ModelRef | undefined, b: ModelRef | undefined): boolean {
  return (
    a?.model.sha256 === b?.model.sha256 &&
    a?.tokenizer.sha256 === b?.tokenizer.sha256 &&
    JSON.stringify(a?.info) === JSON.stringify(b?.info)
  );
}

/**
 * Compares the SHA-256. Browsers offer it to secure contexts only: on plain http, where nothing protects the
 * content anyway, length and gzip's own checksum have to do.
 */
async function isContent(bytes: Uint8Array<ArrayBuffer>, file: FileRef): Promise<boolean> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return true;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === file.sha256;
}
