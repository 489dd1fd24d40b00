/**
 * Loads the encoder's files into the embed module: from the store, or from the host and into the store, a few in
 * parallel, each chunk directly into the module's memory.
 *
 * Each complete file is checked against its hash, wherever it comes from. Only files that match are kept; kept files
 * that no longer match are fetched again.
 */

import { DocfuseError, errorData } from "../shared/error.js";
import { fileUrl, request, retryOnce, type Bytes, type Fetch } from "../fetch/http.js";
import { readModel, type ModelRef } from "./model-ref.js";
import type { ModelStore } from "./model-store.js";
import { RowEncoder } from "./row-encoder.js";
import type {
  EncoderHandle,
  EncoderJob,
  EncoderLoaderClass,
  EncoderLoaderHandle,
  EncoderModule,
} from "../worker/wasm-modules.js";
import type { FileRef } from "../shared/protocol.js";
import { eachChunk, limited } from "../fetch/streams.js";

/** Files fetched in parallel. Browsers open six connections to an HTTP/1.1 host; queries need some of them. */
const MAX_PARALLEL = 3;

/** Number of progress steps: one per percent. */
const PROGRESS_STEPS = 100;

export interface LoaderJob extends EncoderJob {
  readonly fetch: Fetch;
}

/** Loads and starts the encoder; `instantiate` makes an instance of the embed module. */
export async function loadModel(
  job: LoaderJob,
  instantiate: () => EncoderLoaderClass,
  store: ModelStore,
): Promise<EncoderHandle> {
  const model = readModel(job.model);
  const encoder = await new Load(job, model, store).into(instantiate());
  // The last files may still be written; nothing waits for that.
  void store.keepOnly(model.files);
  return model.rows ? new RowEncoder(encoder, model.rows, job.fetcher) : encoder;
}

/** Bytes of an encoder's files that the browser does not keep. */
export async function lackingBytes(description: EncoderJob["model"], store: ModelStore): Promise<number> {
  const { files } = readModel(description);
  return sum(await Promise.all(files.map(async (file) => ((await store.get(file)) ? 0 : file.stored))));
}

class Load {
  readonly #job: LoaderJob;
  readonly #model: ModelRef;
  readonly #store: ModelStore;
  /** Aborts all fetches when one has failed for good, or when the job is aborted. */
  readonly #stop = new AbortController();
  /** Bytes loaded of each file. */
  readonly #loaded: number[];
  #reported = -1;

  constructor(job: LoaderJob, model: ModelRef, store: ModelStore) {
    this.#job = job;
    this.#model = model;
    this.#store = store;
    this.#loaded = model.files.map(() => 0);
  }

  async into(Loader: EncoderLoaderClass): Promise<EncoderModule> {
    const { files, rows, info } = this.#model;
    const { signal } = this.#job;
    signal.throwIfAborted();
    const abort = () => this.#stop.abort(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      const loader = new Loader(
        info,
        Uint32Array.from(files, ({ bytes }) => bytes),
        rows !== undefined,
      );
      await inParallel(files, (file, part) => this.#load(file, part, loader));
      signal.throwIfAborted();
      return loader.finish();
    } catch (error) {
      this.#stop.abort();
      throw error;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  async #load(file: FileRef, part: number, loader: EncoderLoaderHandle): Promise<void> {
    // Reads from the store don't stop with the fetches.
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
    const { reload } = this.#job;
    await retryOnce((cache = reload ? "reload" : "force-cache") => this.#fetch(file, part, loader, cache));
  }

  async #fetch(
    file: FileRef,
    part: number,
    loader: EncoderLoaderHandle,
    otherwise: RequestCache,
  ): Promise<void> {
    const { base, fetch } = this.#job;
    const { signal } = this.#stop;
    signal.throwIfAborted();
    // One copy on disk is enough. File names contain a content hash, so a cached copy is never stale.
    const cache = this.#store.isUsable ? "no-store" : otherwise;
    const init: RequestInit = { cache, priority: "low", signal };
    const url = fileUrl(this.#model.folder || base, file.name);
    const { body } = await request(fetch, url, file.name, init);
    const stored = this.#counted(body ?? new Blob().stream(), file, part);
    if (!this.#store.isUsable) return fill(loader, part, file, stored);
    const [ours, copy] = stored.tee();
    const filled = fill(loader, part, file, ours);
    this.#store.put(file, copy, filled);
    return filled;
  }

  #counted(stored: ReadableStream<Bytes>, file: FileRef, part: number): ReadableStream<Bytes> {
    // A host may decompress the stored file itself and send the raw one.
    const limit = Math.max(file.stored, file.bytes);
    const progress = (loaded: number) => this.#progress(part, loaded);
    return limited(stored, file.name, limit, progress, this.#job.fetch.isPaused);
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

/** Copies a stored file's content into the loader, from its start, and checks its hash. */
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
 * The SHA-256 of `content`, which is read before this returns; `undefined` in insecure contexts, where browsers offer
 * no hashing.
 */
export async function hashed(content: Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // The types declare it as always present.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  const digest = await subtle?.digest("SHA-256", content);
  return digest && Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Processes items in order, a few at a time. */
async function inParallel<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, worker));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
