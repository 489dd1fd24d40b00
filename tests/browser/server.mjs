// A static file server for tests that can break on purpose: `faults` decides, per request, what goes wrong.
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
 * Serves `folder` at a free port of 127.0.0.1.
 *
 * `fault(path)` may be set at any time; it returns what happens to a request: `"missing"` (404), `"cut"` (half the
 * bytes, then the connection ends), `"altered"` (same length, each 97th byte inverted), `"error"` (500), `{ delay }`
 * (milliseconds) or nothing. `requests` lists the paths asked for, in order.
 */
export async function serve(folder) {
  const server = {
    fault: () => undefined,
    requests: [],
    url: "",
    close: () => undefined,
  };
  const http = createServer((request, response) => {
    respond(folder, server, request, response).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => http.listen(0, "127.0.0.1", resolve));
  server.url = `http://127.0.0.1:${http.address().port}/`;
  server.close = () => {
    http.closeAllConnections();
    return new Promise((resolve) => http.close(resolve));
  };
  return server;
}

async function respond(folder, server, request, response) {
  const path = decodeURIComponent(new URL(request.url, server.url).pathname);
  server.requests.push(path);
  const fault = server.fault(path);
  if (fault?.delay) await new Promise((resolve) => setTimeout(resolve, fault.delay));
  const file = join(folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
  const known = await stat(file).catch(() => undefined);
  if (fault === "missing" || !known?.isFile()) return response.writeHead(404).end("not found");
  if (fault === "error") return response.writeHead(500).end("broken");
  const headers = {
    "content-type": MIME[extname(file)] ?? "application/octet-stream",
    "content-length": known.size,
    "access-control-allow-origin": "*",
  };
  response.writeHead(200, headers);
  if (fault === "cut" || fault === "altered") {
    const bytes = await readFile(file);
    if (fault === "cut")
      return response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
    for (let i = Math.min(48, bytes.length >> 1); i < bytes.length; i += 97) bytes[i] ^= 0xff;
    return response.end(bytes);
  }
  createReadStream(file).pipe(response);
}
