/**
 * Fetching the files of an index: one retry on network trouble, gzip opened by the browser, never more bytes
 * than the manifest promised.
 */

import { DocfuseError } from "./error.js";
import type { FileRef } from "./protocol.js";

/** Pause before the second try: enough for a dropped connection to be noticed, too short to be felt. */
const RETRY_PAUSE_MS = 250;

/** Bytes that a manifest may have: it lists files, a few hundred at most. Checked before it is parsed. */
const MAX_MANIFEST_BYTES = 4 << 20;

/** The subset of `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type Size = Pick<FileRef, "stored" | "bytes">;

export interface FetchOptions {
  /** Go past the browser's cache: the cached copy is suspected to be damaged. */
  readonly reload?: boolean;
  /** Called with the bytes of each chunk as it comes off the network (still compressed). */
  readonly onBytes?: (count: number) => void;
}

/** The text of `docfuse.json`, always checked with the server so that a new deployment is seen. */
export async function fetchManifest(fetch: Fetch, base: string): Promise<string> {
  const name = "docfuse.json";
  return twice(async () => {
    const response = await request(fetch, base, name, "no-cache");
    const size = { stored: MAX_MANIFEST_BYTES, bytes: MAX_MANIFEST_BYTES };
    return new TextDecoder().decode(await content(response, name, size));
  });
}

/** The raw bytes of one index file, of exactly `file.bytes` length. The hash is checked by who uses them. */
export async function fetchFile(
  fetch: Fetch,
  base: string,
  file: FileRef,
  { reload = false, onBytes }: FetchOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  return twice(async (attempt) => {
    // Names carry a content hash, so that a cached copy can't be out of date, whatever its age.
    const cache = reload || attempt > 0 ? "reload" : "force-cache";
    const response = await request(fetch, base, file.name, cache);
    const bytes = await content(response, file.name, file, onBytes);
    if (bytes.byteLength !== file.bytes) {
      throw damaged(file.name, `has ${bytes.byteLength} bytes, expected ${file.bytes}`);
    }
    return bytes;
  });
}

/** Runs `attempt` again once, unless the host said that there is no such file. */
async function twice<T>(attempt: (count: number) => Promise<T>): Promise<T> {
  try {
    return await attempt(0);
  } catch (error) {
    if (error instanceof DocfuseError && error.code === "not-found") throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    return attempt(1);
  }
}

async function request(fetch: Fetch, base: string, name: string, cache: RequestCache): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(new URL(name, base).href, { cache });
  } catch (cause) {
    throw networkError(name, cause);
  }
  if (response.status === 404 || response.status === 410) {
    throw new DocfuseError("not-found", `the host has no ${response.url || name}`, name);
  }
  if (!response.ok) {
    throw new DocfuseError(
      "network",
      `${response.url || name} answered with status ${response.status}`,
      name,
    );
  }
  return response;
}

/** The body, at most `stored` bytes of it, opened to at most `bytes` if it starts as gzip does. */
async function content(response: Response, name: string, size: Size, onBytes?: (count: number) => void) {
  // A host may deliver the raw file in place of the stored one by opening the compression itself.
  const body = await collect(response.body, Math.max(size.stored, size.bytes), name, onBytes).catch(
    (cause: unknown) => {
      throw cause instanceof DocfuseError ? cause : networkError(name, cause);
    },
  );
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  const opened = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return collect(opened, size.bytes, name).catch((cause: unknown) => {
    throw cause instanceof DocfuseError ? cause : damaged(name, "is not a whole gzip stream", cause);
  });
}

/** All bytes of a stream; gives up at the first byte over `limit`, whatever lengths headers promise. */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  limit: number,
  name: string,
  onBytes?: (count: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream?.getReader();
  if (!reader) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limit) {
      reader.cancel().catch(() => undefined); // the stream's own trouble: nobody wants the rest of it
      throw damaged(name, `has more than ${limit} bytes`);
    }
    chunks.push(value);
    onBytes?.(value.byteLength);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}

function networkError(name: string, cause: unknown): DocfuseError {
  return new DocfuseError("network", `${name} could not be fetched`, name, { cause });
}

function damaged(name: string, what: string, cause?: unknown): DocfuseError {
  return new DocfuseError("damaged", `${name} ${what}`, name, { cause });
}
