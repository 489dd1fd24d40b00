/**
 * The sentence encoder's life in the worker: off → waiting → loading → ready, or failed and tried again.
 * `EncoderLifecycle` brings the script of the dense side, the full search module, the encoder and the dense pieces; nothing
 * waits for it.
 */

import { errorData } from "../shared/error.js";
import type { Fetch } from "../fetch/http.js";
import type { EncoderHandle, WasmModules } from "./wasm-modules.js";
import type { EncoderPolicy, EncoderState, ErrorData, FromWorker } from "../shared/protocol.js";
import type { IndexDriver } from "./index-driver.js";

/** Time before a later query tries a failed encoder again, twice as long after each further failure. */
const RETRY_AFTER_MS = 5000;

/** Failures that a second try would repeat: only who asks for the encoder by name gets one. */
const LASTING = ["crashed", "encoder-unsupported"];

export class EncoderLifecycle {
  readonly #modules: WasmModules;
  readonly #fetch: Fetch;
  readonly #base: string;
  readonly #policy: EncoderPolicy;
  readonly #post: (message: FromWorker) => void;
  /** Set by `attach`. */
  #index!: IndexDriver;
  #state: EncoderState = "off";
  #handle: EncoderHandle | undefined;
  /** The model that `#handle` or `#failure` belongs to; empty for none. */
  #model = "";
  #loading: Promise<void> | undefined;
  /** Ends the load under way. */
  #stop = new AbortController();
  #failure: ErrorData | undefined;
  #failures = 0;
  #failedAt = 0;

  constructor(
    modules: WasmModules,
    fetch: Fetch,
    base: string,
    policy: EncoderPolicy,
    index: IndexDriver,
    post: (message: FromWorker) => void,
  ) {
    this.#modules = modules;
    this.#fetch = fetch;
    this.#base = base;
    this.#policy = policy;
    this.#post = post;
    this.attach(index);
  }

  get state(): EncoderState {
    return this.#state;
  }

  /** Serves `index` from now on; a loaded encoder stays if the new generation has the same model. */
  attach(index: IndexDriver): void {
    this.#index = index;
    const wanted = identity(index);
    if (this.#model !== wanted) {
      this.#stop.abort();
      this.#handle = undefined; // and with it the instance that it is in
      this.#failure = undefined;
      this.#failures = 0;
      this.#model = wanted;
      const idle = this.#policy === "off" || !wanted ? "off" : "waiting";
      this.#state = this.#loading && wanted ? "loading" : idle;
    }
    this.#setState(this.#state);
  }

  /** Whether a vector can be had now or after `load`: not when off, stopped, or failed a moment ago. */
  isComing(now: number): boolean {
    if (this.#state !== "failed") return this.#state !== "off";
    const pause = RETRY_AFTER_MS * 2 ** (this.#failures - 1);
    return !LASTING.includes(this.#failure?.code ?? "") && now - this.#failedAt >= pause;
  }

  /** Loads, or joins the load under way; never rejects: `state` and the events say how it ended. */
  load(): Promise<void> {
    if (this.#state === "ready" || this.#state === "off") return Promise.resolve();
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /**
   * The unit vector of a query as typed or with corrections; `undefined` while the encoder is not ready, or when it
   * stops at this text.
   */
  embed(typed: string, corrected: string): Float32Array | undefined {
    try {
      return this.#handle?.embedCorrected(typed, corrected);
    } catch (error) {
      this.#handle = undefined; // after a trap no call into that instance is safe
      this.#fail(errorData(error));
      return undefined;
    }
  }

  async #load(): Promise<void> {
    this.#setState("loading");
    // Once, and once more for each generation with another model that is deployed meanwhile.
    for (let model = this.#model; model;) {
      try {
        const handle = await this.#loadModel();
        if (model === this.#model) {
          this.#handle = handle;
          this.#failure = undefined;
          this.#failures = 0;
          this.#setState("ready");
          this.#post({ type: "event", event: { type: "ready" } });
          return;
        }
      } catch (error) {
        if (model === this.#model) return this.#fail(errorData(error));
      }
      model = this.#model;
    }
  }

  async #loadModel(): Promise<EncoderHandle> {
    this.#stop = new AbortController();
    const dense = await this.#modules.dense();
    const [handle] = await Promise.all([
      dense.encoder({
        fetch: this.#fetch,
        base: this.#base,
        model: this.#index.model ?? {},
        signal: this.#stop.signal,
        reload: this.#failures > 0,
        onProgress: (loaded, total) =>
          this.#post({ type: "event", event: { type: "progress", loaded, total } }),
      }),
      dense.search().then((Handle) => {
        // The newest: another generation may have come while the module was on its way.
        const index = this.#index;
        index.switchModule(Handle);
        index.encoderProblem = this.#trouble();
        // Fetched along, so that the first hybrid answer is not a second wait.
        return index.obtain(index.missing("dense"));
      }),
    ]);
    return handle;
  }

  #fail(error: ErrorData): void {
    this.#stop.abort(); // if it was not the encoder's own files that failed, they are still on their way
    this.#failure = error;
    this.#failures += 1;
    this.#failedAt = Date.now();
    this.#setState("failed");
    this.#post({ type: "event", event: { type: "failed", error } });
  }

  #setState(state: EncoderState): void {
    this.#state = state;
    this.#index.encoderProblem = this.#trouble();
    this.#post({ type: "state", encoder: state });
  }

  /** What `degraded` shall say of dense search. */
  #trouble(): { code: string; message: string } | undefined {
    switch (this.#state) {
      case "ready":
        return undefined;
      case "off":
        // An index without a model says so itself.
        if (!this.#model) return undefined;
        return { code: "encoder-off", message: "meaning search is switched off" };
      case "waiting":
      case "loading":
        return { code: "encoder-loading", message: "meaning search is loading" };
      case "failed":
        return this.#failure;
    }
  }
}

/** Equal for equal models. */
function identity({ model }: IndexDriver): string {
  return model ? JSON.stringify(model) : "";
}
