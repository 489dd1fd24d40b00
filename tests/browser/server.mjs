// A static file server for tests with deliberate faults: `fault` decides for each request what goes wrong.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const MIME = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/**
 * Serves `folder` at a free port of 127.0.0.1. Single byte ranges are answered with 206 unless `ranges` is false;
 * several in one request with a multipart response if `multipart` is true, else with the whole file. Unless `keep` is
 * true, range responses are marked `no-store`: Firefox never caches them.
 *
 * `fault(path)` may be set at any time; it returns what happens to a request: `"missing"` (404), `"cut"` (half the
 * bytes, then the connection ends), `"altered"` (same length, bytes inverted here and there), `"error"` (500),
 * `{ delay }` (milliseconds), `{ instead }` (the path of another file to send) or nothing. Faults apply to ranges as to
 * whole files. `requests` lists the requested paths in order; setting `folder` is like a new deployment.
 */
export async function serve(folder, { ranges = true, multipart = false, keep = true } = {}) {
  const server = {
    folder,
    ranges,
    multipart,
    keep,
    fault: () => undefined,
    requests: [],
    url: "",
    close: () => undefined,
  };
  const http = createServer((request, response) => {
    respond(server, request, response).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  server.url = `http://127.0.0.1:${http.address().port}/`;
  server.close = () => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  };
  return server;
}

async function respond(server, request, response) {
  const path = decodeURIComponent(new URL(request.url, server.url).pathname);
  server.requests.push(path);
  const fault = server.fault(path);
  if (fault?.delay) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  const file =
    fault?.instead ?? join(server.folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
  const known = await stat(file).catch(() => undefined);
  if (fault === "missing" || !known?.isFile()) return response.writeHead(404).end("not found");
  if (fault === "error") return response.writeHead(500).end("broken");
  const headers = {
    "content-type": MIME[extname(file)] ?? "application/octet-stream",
    "access-control-allow-origin": "*",
    ...(server.ranges && { "accept-ranges": "bytes" }),
  };
  const asked = server.ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  if (!server.keep && request.headers.range) headers["cache-control"] = "no-store";
  if (server.multipart && request.headers.range?.includes(",")) {
    const [type, body] = several(await readFile(file), request.headers.range);
    return response.writeHead(206, { ...headers, "content-type": type }).end(body);
  }
  const [start, end] = asked
    ? [Number(asked[1]), Math.min(Number(asked[2]) + 1, known.size)]
    : [0, known.size];
  if (asked && start >= known.size) {
    return response.writeHead(416, { ...headers, "content-range": `bytes */${known.size}` }).end();
  }
  if (asked) headers["content-range"] = `bytes ${start}-${end - 1}/${known.size}`;
  response.writeHead(asked ? 206 : 200, { ...headers, "content-length": end - start });
  if (fault !== "cut" && fault !== "altered") {
    // An empty range would stream the whole file.
    if (start === end) return response.end();
    return createReadStream(file, { start, end: end - 1 }).pipe(response);
  }
  const bytes = (await readFile(file)).subarray(start, end);
  if (fault === "cut") return response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  for (let i = Math.min(48, bytes.length >> 1); i < bytes.length; i += 97) bytes[i] ^= 0xff;
  response.end(bytes);
}

/** Content type and body of a multipart response (RFC 9110, section 14.6). */
function several(content, asked) {
  const parts = asked
    .replace("bytes=", "")
    .split(",")
    .flatMap((range) => {
      const [start, last] = range.split("-").map(Number);
      return [
        `--part\r\nContent-Range: bytes ${range}/${content.length}\r\n\r\n`,
        content.subarray(start, last + 1),
        "\r\n",
      ];
    });
  const body = Buffer.concat([...parts, "--part--\r\n"].map((part) => Buffer.from(part)));
  return ["multipart/byteranges; boundary=part", body];
}
