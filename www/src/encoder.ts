/**
 * The sentence encoder's life in the worker: off → waiting → loading → ready, or failed and tried again.
 * `Encoder` loads the full search module, then its own module, the model, the tokenizer and the dense pieces side
 * by side; nothing waits for it.
 */

import { errorData } from "./error.js";
import type { Fetch } from "./fetching.js";
import { fetchFile } from "./files.js";
import type { ModelRef } from "./manifest.js";
import type { EncoderHandle, Modules } from "./modules.js";
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
    index.exchange(await this.#modules.fullSearch());
    index.encoderTrouble = this.#trouble();
    const onBytes = this.#progress([model, tokenizer]);
    const [Handle, modelBytes, tokenizerBytes] = await Promise.all([
      this.#modules.embed(),
      fetchFile(this.#fetch, this.#base, model, { reload, onBytes }),
      fetchFile(this.#fetch, this.#base, tokenizer, { reload, onBytes }),
      // Fetched along, so that the first hybrid answer is not a second wait.
      index.obtain(index.missing("dense")),
    ]);
    return new Handle(modelBytes, tokenizerBytes, info);
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
