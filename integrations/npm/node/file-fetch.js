// Answers requests for addresses of files as a static host would, also by range.
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const MISSING = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** As `fetch`, for a `file:` address. */
export async function fetchFile(url, { headers, signal } = {}) {
  signal?.throwIfAborted();
  let file;
  try {
    // Queries tell versions of a file apart.
    file = await open(fileURLToPath(url.split(/[?#]/, 1)[0]));
    const { size } = await file.stat();
    const range = /^bytes=(\d+)-(\d*)$/.exec(new Headers(headers).get("range") ?? "");
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(size, range?.[2] ? Number(range[2]) + 1 : size);
    if (range && start >= end) return new Response(null, { status: 416 });
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return new Response(bytes.subarray(0, bytesRead), {
      status: range ? 206 : 200,
    });
  } catch (error) {
    if (MISSING.has(error.code)) return new Response(null, { status: 404 });
    throw new TypeError(`${url}: ${error.message}`, { cause: error });
  } finally {
    await file?.close();
  }
}
