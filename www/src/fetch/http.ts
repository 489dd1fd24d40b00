/**
 * One HTTP request for page and worker: a retry after a network error, decompression by the browser, a limit on the
 * bytes read, and an error code for each kind of failure (see `DocfuseError`).
 */

import { DocfuseError } from "../shared/error.js";

/** Pause before the second attempt: long enough to notice a dropped connection, too short for a reader to notice. */
const RETRY_PAUSE_MS = 250;

/** Names of index files; none can point outside the folder. */
const FILE_NAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The subset of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Bytes = Uint8Array<ArrayBuffer>;

/** Runs `attempt` a second time if it fails, except with `not-found`. */
export async function retryOnce<T>(attempt: (count: number) => Promise<T>): Promise<T> {
  try {
    return await attempt(0);
  } catch (error) {
    if (error instanceof DocfuseError && error.code === "not-found") throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    return attempt(1);
  }
}

/** URL of an index file in the folder `base`. Throws `damaged` for a name that is no index file's. */
export function fileUrl(base: string, name: string): string {
  if (FILE_NAME.test(name)) return new URL(name, base).href;
  throw damaged(name, "is not the name of an index file");
}

/** The response, if its status is 2xx; throws `network`, `not-found` or `damaged` otherwise. `name` is for errors. */
export async function request(fetch: Fetch, url: string, name: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    throw networkError(name, cause);
  }
  const { ok, status } = response;
  if (ok) return response;
  if (status === 416) throw damaged(name, "is shorter on the host than in the index");
  // Some hosts answer 403 for a deleted file.
  const code = status < 500 && status !== 408 && status !== 429 ? "not-found" : "network";
  throw new DocfuseError(code, `${url} answered with status ${status}`, name);
}

/** The body as stored. Rejects with `damaged` beyond `limit` bytes and with `network` if the transfer ends early. */
export function readBody(response: Response, name: string, limit: number): Promise<Bytes> {
  return collect(response.body, name, limit).catch((cause: unknown) => {
    throw cause instanceof DocfuseError ? cause : networkError(name, cause);
  });
}

/** `stored`, decompressed if it is gzip. Rejects with `damaged` beyond `limit` bytes or for an invalid stream. */
export async function decompressed(stored: Bytes, name: string, limit: number): Promise<Bytes> {
  if (!isGzip(stored)) {
    if (stored.byteLength > limit) throw tooLong(name, limit);
    return stored;
  }
  const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream("gzip"));
  return collect(stream, name, limit).catch((cause: unknown) => {
    throw cause instanceof DocfuseError ? cause : damaged(name, "is not a whole gzip stream", cause);
  });
}

export function isGzip(stored: Bytes): boolean {
  return stored[0] === 0x1f && stored[1] === 0x8b;
}

export function damaged(name: string, what: string, cause?: unknown): DocfuseError {
  return new DocfuseError("damaged", `${name} ${what}`, name, { cause });
}

/** All bytes of a stream; throws at the first byte over `limit`, whatever `Content-Length` says. */
async function collect(stream: ReadableStream<Bytes> | null, name: string, limit: number): Promise<Bytes> {
  const reader = stream?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Bytes[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      reader.cancel().catch(() => undefined); // the rest is discarded anyway
      throw tooLong(name, limit);
    }
    chunks.push(value);
  }
  if (chunks.length === 1 && chunks[0]) return chunks[0];
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

export function tooLong(name: string, limit: number): DocfuseError {
  return damaged(name, `has more than ${limit} bytes`);
}

export function networkError(name: string, cause: unknown): DocfuseError {
  return new DocfuseError("network", `${name} could not be fetched`, name, { cause });
}
