/**
 * One HTTP request for page and worker: a retry past the cache after a failure, an end to responses that stall, decompression by
 * the browser, a limit on the bytes read, and an error code for each kind of failure (see `DocfuseError`).
 */

import { DocfuseError } from "../shared/error.js";

/** Pause before the second attempt: long enough to notice a dropped connection, too short for a reader to notice. */
const RETRY_PAUSE_MS = 250;

/**
 * A host that sends no byte for this long, of any response, has stalled. TCP repeats a lost packet after 1, 3 and 7
 * seconds; beyond that, a new request succeeds sooner. Bytes of other responses count, as a request may wait in the
 * browser for one of the six connections of HTTP/1.1.
 */
export const STALL_MS = 10_000;

/** Names of index files; none can point outside the folder. */
export const FILE_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The subset of `fetch` that is used. */
export interface Fetch {
  (url: string, init: RequestInit): Promise<Response>;
  /** Whether no byte comes because a query is on its way; see `Background`. */
  readonly isPaused?: () => boolean;
}

export type Bytes = Uint8Array<ArrayBuffer>;

/** Runs `attempt` a second time if it fails, then past the browser's cache: that may keep an error. */
export async function retryOnce<T>(attempt: (cache?: RequestCache) => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    await retryPause(error);
    return attempt("reload");
  }
}

/** A pause after a failure; none for a missing file, which the host does not lack for a moment. */
export function retryPause(failure: unknown): Promise<void> {
  const isMissing = (failure as DocfuseError).code === "not-found";
  return new Promise((resolve) => setTimeout(resolve, isMissing ? 0 : RETRY_PAUSE_MS));
}

/** When the last byte of any response came, by `Date.now()`. */
let lastByte = 0;

/** The result of `step`, the wait for a response or for its next bytes; rejects if the host stalls. */
export function unlessStalled<T>(step: Promise<T>, isPaused?: () => boolean): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = Date.now();
  const stalled = new Promise<never>((_resolve, reject) => {
    const check = () => {
      if (isPaused?.()) begun = Date.now();
      const left = Math.max(begun, lastByte) + STALL_MS - Date.now();
      if (left > 0) timer = setTimeout(check, left);
      else reject(new Error(`no byte for ${STALL_MS} ms`));
    };
    check();
  });
  const come = step.then((result) => {
    lastByte = Date.now();
    return result;
  });
  return Promise.race([come, stalled]).finally(() => clearTimeout(timer));
}

/** URL of an index file in the folder `base`. Throws `damaged` for a name that is no index file's. */
export function fileUrl(base: string, name: string): string {
  if (FILE_NAME.test(name)) return new URL(name, base).href;
  throw damaged(name, "is not the name of an index file");
}

/** The response, if its status is 2xx; throws `network`, `not-found` or `damaged` otherwise. `name` is for errors. */
export async function request(fetch: Fetch, url: string, name: string, init: RequestInit): Promise<Response> {
  const abort = new AbortController();
  let response: Response;
  try {
    response = await unlessStalled(fetch(url, { signal: abort.signal, ...init }), fetch.isPaused);
  } catch (cause) {
    abort.abort(); // a stalled request would keep its connection
    throw networkError(name, cause);
  }
  const { ok, status } = response;
  if (ok) return response;
  abort.abort(); // nobody reads the body
  // Some hosts answer 403 for a deleted file.
  const code = status < 500 && status !== 408 && status !== 429 ? "not-found" : "network";
  throw new DocfuseError(code, `${url} answered with status ${status}`, name);
}

/** The body as stored. Rejects with `damaged` beyond `limit` bytes and with `network` if the transfer ends early. */
export function readBody({ body }: Response, name: string, limit: number): Promise<Bytes> {
  return collect(body ?? new Blob().stream(), name, limit, networkError);
}

/** The content of the gzip member `stored`. Rejects with `damaged` beyond `limit` bytes or for an invalid stream. */
export function decompressed(stored: Bytes, name: string, limit: number): Promise<Bytes> {
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream("gzip"));
  return collect(stream, name, limit, (_, cause) => damaged(name, "is not a whole gzip stream", cause));
}

export function damaged(name: string, what: string, cause?: unknown): DocfuseError {
  return new DocfuseError("damaged", `${name} ${what}`, name, { cause });
}

/** All bytes of a stream; throws at the first byte over `limit`, whatever `Content-Length` says. */
async function collect(
  stream: ReadableStream<Bytes>,
  name: string,
  limit: number,
  toError: (name: string, cause: unknown) => DocfuseError,
): Promise<Bytes> {
  const reader = stream.getReader();
  const chunks: Bytes[] = [];
  try {
    for (let length = 0; ;) {
      const { value } = await unlessStalled(reader.read());
      if (!value) {
        // Most blocks come in one chunk, which need not be copied.
        if (chunks[0]?.byteLength === length) return chunks[0];
        return new Uint8Array(await new Blob(chunks).arrayBuffer());
      }
      length += value.byteLength;
      if (length > limit) throw tooLong(name, limit);
      chunks.push(value);
    }
  } catch (cause) {
    reader.cancel().catch(() => undefined); // the rest is discarded anyway
    throw cause instanceof DocfuseError ? cause : toError(name, cause);
  }
}

export function tooLong(name: string, limit: number): DocfuseError {
  return damaged(name, `has more than ${limit} bytes`);
}

export function networkError(name: string, cause: unknown): DocfuseError {
  return new DocfuseError("network", `${name} could not be fetched`, name, { cause });
}
