// A static host on localhost that counts what it sends: HTTP/2 over TLS, gzip, byte ranges.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { extname, join, normalize, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { parseRange } from "./range.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Whether the host compresses a file: those of the types above. */
export const isCompressed = (path) => extname(path) in TYPES;

/** After this many milliseconds without a request, a page counts as done. */
const QUIET = 500;

/**
 * Serves `folder` on a free port of localhost. With `ranges: false`, it sends the whole file for every request, as some
 * hosts do.
 *
 * Uncompressed responses honour ranges, as with nginx, GitHub Pages and S3; browsers request ranges with
 * `Accept-Encoding: identity`. The certificate is made for the run. Chromium keeps no disk cache for a host with an
 * untrusted certificate, so a file that is requested twice is sent and counted twice.
 */
export async function serve(folder, { ranges = true } = {}) {
  const counter = new Counter();
  const files = new Map();
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, (request, response) => {
    const { pathname } = new URL(request.url, "https://localhost");
    const file = open(files, folder, decodeURIComponent(pathname));
    const { status, headers, body } = answer(file, request.headers, ranges);
    counter.add({ path: pathname, status, bytes: body.length });
    response.writeHead(status, headers);
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise((resolve) => server.close(resolve));
  return { origin: `https://localhost:${server.address().port}`, counter, close };
}

/** All responses in order: path, status, bytes of the body, time in milliseconds. */
class Counter {
  #sent = [];
  #last = 0;

  add(sent) {
    this.#last = Date.now();
    this.#sent.push({ ...sent, at: this.#last });
  }

  /** Forgets all responses so far. */
  restart() {
    this.#sent = [];
  }

  /** Waits until there is no request for a while. */
  async quiet() {
    const since = Date.now();
    while (Date.now() - Math.max(since, this.#last) < QUIET) await new Promise((go) => setTimeout(go, 50));
  }

  /** The responses, without the page's HTML, which belongs to no engine. */
  get sent() {
    return this.#sent.filter(({ path }) => !path.endsWith(".html"));
  }
}

function open(files, folder, pathname) {
  const path = normalize(join(folder, pathname));
  if (!path.startsWith(folder + sep)) return undefined;
  if (!files.has(path) && existsSync(path) && statSync(path).isFile()) {
    const plain = readFileSync(path);
    const gzip = isCompressed(path) ? gzipSync(plain, { level: 9 }) : undefined;
    files.set(path, { type: TYPES[extname(path)] ?? "application/octet-stream", plain, gzip });
  }
  return files.get(path);
}

/**
 * The host's response. `file` is `{ type, plain, gzip? }` or undefined; `asked` are the request's headers.
 */
export function answer(file, asked, ranges) {
  if (!file) return { status: 404, headers: {}, body: Buffer.alloc(0) };
  const headers = {
    "content-type": file.type,
    "cache-control": "public, max-age=3600",
    // Cross-origin isolation gives the page a clock of 5 µs instead of 100 µs.
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
  };
  if (file.gzip) headers.vary = "accept-encoding";
  if (file.gzip && /\bgzip\b/.test(asked["accept-encoding"] ?? "")) {
    headers["content-encoding"] = "gzip";
    return whole(headers, file.gzip);
  }
  if (!ranges) return whole(headers, file.plain);
  headers["accept-ranges"] = "bytes";
  const size = file.plain.length;
  const range = parseRange(asked.range, size);
  if (range === undefined) return whole(headers, file.plain);
  if (range === "unsatisfiable") {
    headers["content-range"] = `bytes */${size}`;
    return { status: 416, headers, body: Buffer.alloc(0) };
  }
  const { start, end } = range;
  headers["content-range"] = `bytes ${start}-${end - 1}/${size}`;
  return { ...whole(headers, file.plain.subarray(start, end)), status: 206 };
}

function whole(headers, body) {
  return { status: 200, headers: { ...headers, "content-length": body.length }, body };
}

function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-bench-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = [
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-subj",
    "/CN=localhost",
  ];
  try {
    execFileSync("openssl", ["req", "-x509", ...kind, "-days", "2", "-keyout", key, "-out", cert], {
      stdio: "pipe",
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
