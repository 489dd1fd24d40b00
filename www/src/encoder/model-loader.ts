/**
 * The encoder's files on their way into the embed module: out of the store, or else from the host and into the store,
 * a few side by side, each chunk straight into the module's memory.
 *
 * Each file is compared with its hash when it is whole, wherever it comes from: only such files are kept, and kept ones
 * that changed are fetched anew.
 */

import { DocfuseError, errorData } from "../shared/error.js";
import { fileUrl, request, retryOnce, type Bytes } from "../fetch/http.js";
import { readModel, type ModelRef } from "./model-ref.js";
import type { ModelStore } from "./model-store.js";
import type {
  EncoderHandle,
  EncoderJob,
  EncoderLoaderClass,
  EncoderLoaderHandle,
} from "../worker/wasm-modules.js";
import type { FileRef } from "../shared/protocol.js";
import { eachChunk, limited } from "../fetch/streams.js";

/**
 * Files that are fetched at a time. Browsers have six connections to a host that knows only HTTP/1.1, and the pieces
 * of a query must find one that is free.
 */
const SIDE_BY_SIDE = 3;

/** Steps of the progress that are reported: each per cent. */
const PROGRESS_STEPS = 100;

/** Loads and starts the encoder; `instantiate` gives an instance of the embed module. */
export async function loadModel(
  job: EncoderJob,
  instantiate: () => EncoderLoaderClass,
  store: ModelStore,
): Promise<EncoderHandle> {
  const model = readModel(job.model);
  const encoder = await new Load(job, model, store).into(instantiate());
  // Writing the last files may go on behind.
  void store.keepOnly(model.files);
  return encoder;
}

class Load {
  readonly #job: EncoderJob;
  readonly #model: ModelRef;
  readonly #store: ModelStore;
  /** Ends all fetches when one failed for good, or when the job is given up. */
  readonly #stop = new AbortController();
  /** Bytes of each file so far. */
  readonly #loaded: number[];
  #reported = -1;

  constructor(job: EncoderJob, model: ModelRef, store: ModelStore) {
    this.#job = job;
    this.#model = model;
    this.#store = store;
    this.#loaded = model.files.map(() => 0);
  }

  async into(Loader: EncoderLoaderClass): Promise<EncoderHandle> {
    const { files, info } = this.#model;
    const { signal } = this.#job;
    signal.throwIfAborted();
    const abort = () => this.#stop.abort(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      const loader = new Loader(
        info,
        Uint32Array.from(files, ({ bytes }) => bytes),
      );
      await sideBySide(files, (file, part) => this.#bring(file, part, loader));
      signal.throwIfAborted();
      return loader.finish();
    } catch (error) {
      this.#stop.abort();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  async #bring(file: FileRef, part: number, loader: EncoderLoaderHandle): Promise<void> {
    // What the store holds comes whether or not fetches were ended.
    this.#stop.signal.throwIfAborted();
    const kept = await this.#store.get(file);
    if (kept) {
      try {
        return await fill(loader, part, file, this.#counted(kept, file, part));
      } catch (error) {
        if (errorData(error).code === "crashed") throw error;
        await this.#store.remove(file);
      }
    }
    await retryOnce((attempt) => this.#fetch(file, part, loader, attempt));
  }

  async #fetch(file: FileRef, part: number, loader: EncoderLoaderHandle, attempt: number): Promise<void> {
    const { base, fetch, reload } = this.#job;
    const { signal } = this.#stop;
    signal.throwIfAborted();
    // Once on the disk is enough. Names carry a content hash, so a cached copy can't be out of date, whatever its age.
    const cache = this.#store.isUsable ? "no-store" : reload || attempt > 0 ? "reload" : "force-cache";
    const init: RequestInit = { cache, priority: "low", signal };
    const { body } = await request(fetch, fileUrl(base, file.name), file.name, init);
    const stored = this.#counted(body ?? new Blob().stream(), file, part);
    if (!this.#store.isUsable) return fill(loader, part, file, stored);
    const [ours, copy] = stored.tee();
    const filled = fill(loader, part, file, ours);
    this.#store.put(file, copy, filled);
    return filled;
  }

  #counted(stored: ReadableStream<Bytes>, file: FileRef, part: number): ReadableStream<Bytes> {
    return limited(stored, file, (loaded) => this.#progress(part, loaded));
  }

  #progress(part: number, loaded: number): void {
    const { files } = this.#model;
    this.#loaded[part] = Math.min(loaded, files[part]?.stored ?? 0);
    const total = sum(files.map(({ stored }) => stored));
    const now = sum(this.#loaded);
    const step = Math.floor((PROGRESS_STEPS * now) / total);
    if (step === this.#reported || this.#stop.signal.aborted) return;
    this.#reported = step;
    this.#job.onProgress(now, total);
  }
}

/** Puts the content of a stored file into its place in the loader, from the beginning. */
async function fill(
  loader: EncoderLoaderHandle,
  part: number,
  { name, sha256 }: FileRef,
  stored: ReadableStream<Bytes>,
): Promise<void> {
  try {
    loader.begin(part);
    await eachChunk(stored, name, (chunk) => loader.append(part, chunk));
    loader.end(part, sha256, await hashed(loader.content(part)));
  } catch (error) {
    if (error instanceof DocfuseError) throw error;
    const { code, message } = errorData(error);
    throw new DocfuseError(code, `${name}: ${message}`, name, { cause: error });
  }
}

/**
 * The SHA-256 of `content`, which is read before this returns; `undefined` in a page that came without TLS, where browsers
 * don't hash.
 */
async function hashed(content: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // The types promise it everywhere.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = await subtle?.digest("SHA-256", content);
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Works on the items in their order, a few at a time. */
async function sideBySide<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
