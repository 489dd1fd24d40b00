/**
 * The states of the sentence encoder in the worker: off, or waiting → loading → ready, or failed and retried.
 * `EncoderLifecycle` loads `docfuse-dense.js`, the full search module, the encoder and the ranges that dense queries
 * need, in the background.
 */

import { errorData } from "../shared/error.js";
import type { EncoderHandle, SearchIndexClass, WasmModules } from "./wasm-modules.js";
import type {
  EncoderPolicy,
  EncoderState,
  ErrorCode,
  ErrorData,
  FoundAnswer,
  FromWorker,
} from "../shared/protocol.js";
import type { IndexDriver } from "./index-driver.js";

/** Time before a later query retries a failed encoder; it doubles with each failure. */
const RETRY_AFTER_MS = 5000;

/** Failures that a retry would repeat. Only `whenReady()` retries them. */
const PERMANENT: readonly (ErrorCode | undefined)[] = ["crashed", "encoder-unsupported"];

export class EncoderLifecycle {
  readonly #modules: WasmModules;
  readonly #base: string;
  readonly #policy: EncoderPolicy;
  readonly #post: (message: FromWorker) => void;
  /** Set by `attach`. */
  #index!: IndexDriver;
  #state: EncoderState = "off";
  #handle: EncoderHandle | undefined;
  /** Identity of the model that `#handle` or `#failure` belongs to; empty for none. */
  #model = "";
  #loading: Promise<void> | undefined;
  /** Aborts the load under way. */
  #stop = new AbortController();
  #failure: ErrorData | undefined;
  #failures = 0;
  #failedAt = 0;
  /** Whether somebody asked for it, so that a slow network does not stop it. */
  #isAsked = false;
  #gaveUp = false;

  constructor(
    modules: WasmModules,
    base: string,
    policy: EncoderPolicy,
    index: IndexDriver,
    post: (message: FromWorker) => void,
  ) {
    this.#modules = modules;
    this.#base = base;
    this.#policy = policy;
    this.#post = post;
    this.attach(index);
  }

  get state(): EncoderState {
    return this.#state;
  }

  /** Serves `index` from now on. A loaded encoder is kept if the new generation has the same model. */
  attach(index: IndexDriver): void {
    this.#index = index;
    const wanted = identity(index);
    if (this.#model !== wanted) {
      this.#stop.abort();
      this.#handle = undefined; // frees its WebAssembly instance
      this.#failure = undefined;
      this.#failures = 0;
      this.#model = wanted;
      const idle = this.#policy === "off" || !wanted ? "off" : "waiting";
      this.#state = this.#loading && wanted ? "loading" : idle;
    }
    this.#setState(this.#state);
  }

  /** Whether the encoder is ready or loads. */
  get isUnderWay(): boolean {
    return this.#state === "ready" || this.#state === "loading";
  }

  /** Whether the encoder is ready or may be after `load`: not if off, stopped, or failed recently. `now` is in ms. */
  isComing(now: number): boolean {
    if (this.#state !== "failed") return this.#state !== "off";
    const pause = RETRY_AFTER_MS * 2 ** (this.#failures - 1);
    return !PERMANENT.includes(this.#failure?.code) && now - this.#failedAt >= pause;
  }

  /** Whether it is to load for an answer, which nobody asked for. */
  async helps(found: FoundAnswer): Promise<boolean> {
    if (this.#policy === "eager") return true;
    try {
      return await (await this.#modules.dense()).helps(found, this.#index.model ?? {});
    } catch {
      return true; // loading it tells why
    }
  }

  /**
   * Loads, or joins the load under way; of a ready encoder, that of the rows that the last query lacked. `isAsked`: on
   * any network. Never rejects: `state` and the events give the result.
   */
  load(isAsked: boolean): Promise<void> {
    if (this.#state === "ready" || this.#state === "off") return this.#handle?.rows ?? Promise.resolve();
    this.#isAsked ||= isAsked || this.#policy === "eager";
    this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /**
   * The unit vector of a query, as typed or corrected; `undefined` while the encoder is not ready or lacks rows, or if
   * it traps on this text.
   */
  embed(typed: string, corrected: string): Float32Array | undefined {
    return this.#call((handle) => handle.embedCorrected(typed, corrected));
  }

  /** The number of tokens of each text; `undefined` as for `embed`. */
  countTokens(texts: readonly string[]): Uint32Array | undefined {
    return this.#call((handle) => handle.countTokens(texts));
  }

  #call<T>(of: (handle: EncoderHandle) => T): T | undefined {
    try {
      return this.#handle && of(this.#handle);
    } catch (error) {
      this.#handle = undefined; // after a trap, no call into the instance is safe
      this.#fail(errorData(error));
      return undefined;
    }
  }

  /** Loads the full search module alone, for what only that one can do. */
  async loadSearch(): Promise<void> {
    const dense = await this.#modules.dense();
    this.#use(await dense.search());
  }

  async #load(): Promise<void> {
    this.#setState("loading");
    this.#gaveUp = false;
    // Repeated if a generation with another model is deployed meanwhile.
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
        if (this.#gaveUp) return this.#setState("waiting");
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
        base: this.#base,
        model: this.#index.model ?? {},
        signal: this.#stop.signal,
        reload: this.#failures > 0,
        fetcher: this.#index.fetcher,
        onProgress: (loaded, total) => {
          this.#post({ type: "event", event: { type: "progress", loaded, total } });
          if (this.#isAsked || !dense.isTooSlow(total - loaded)) return;
          this.#gaveUp = true;
          this.#stop.abort(); // the parts that came are kept
        },
      }),
      dense.search().then((Handle) => {
        const index = this.#use(Handle);
        // Fetched now, so that the first hybrid answer needs no further wait.
        return index.obtain(index.missing("dense"), () => true);
      }),
    ]);
    return handle;
  }

  #use(Handle: SearchIndexClass): IndexDriver {
    // Read here: the generation may have changed while the module was loading.
    const index = this.#index;
    index.switchModule(Handle);
    return index;
  }

  #fail(error: ErrorData): void {
    this.#stop.abort(); // the encoder's files may still be loading if something else failed
    this.#failure = error;
    this.#failures += 1;
    this.#failedAt = Date.now();
    this.#setState("failed");
    this.#post({ type: "event", event: { type: "failed", error } });
  }

  #setState(state: EncoderState): void {
    this.#state = state;
    this.#post({ type: "state", encoder: state });
  }

  /** What `degraded` reports for the dense retriever; nothing when it is ready. */
  get problem(): ErrorData | undefined {
    switch (this.#state) {
      case "ready":
        return this.#handle?.problem;
      case "off":
        return this.#index.model
          ? { code: "encoder-off", message: "search by meaning is off" }
          : { code: "no-dense", message: "the index has no vectors; build it with a model" };
      case "waiting":
        return {
          code: "encoder-waiting",
          message: "the encoder is not loaded",
        };
      case "loading":
        return { code: "encoder-loading", message: "meaning search is loading" };
      case "failed":
        return this.#failure;
    }
  }
}

/** A string that is equal for equal models; empty without one, also where readers get none. */
function identity({ model }: IndexDriver): string {
  return model?.["parts"] ? JSON.stringify(model) : "";
}
