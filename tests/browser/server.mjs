// A static file server for tests with deliberate faults: `fault` decides for each request what goes wrong, `habits` are
// what a host does with every response.
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const MIME = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

/**
 * Serves `folder` at a free port of 127.0.0.1. Single byte ranges are answered with 206. Unless `keep` is true, range
 * responses are marked `no-store`: Firefox never caches them. `habits` are functions of `host-habits.mjs`, applied in
 * order.
 *
 * `fault(path)` may be set at any time; it returns what happens to a request: `"missing"` (404), `"cut"` (half the
 * bytes, then the connection ends), `"altered"` (same length, bytes inverted here and there), `"error"` (500),
 * `"mute"` (no answer), `{ delay }` (milliseconds), `{ until }` (a promise, see `holding`), `{ instead }` (the path of
 * another file to send) or nothing. Faults apply to ranges as to whole files. `requests` lists the requested paths in
 * order, `ranges` those with a range; setting `folder` is like a new deployment.
 */
export async function serve(folder, { keep = true, habits = [] } = {}) {
  const server = {
    folder,
    keep,
    habits,
    fault: () => undefined,
    requests: [],
    ranges: [],
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

/** Holds what is asked of `server` at paths that match, until the function that is returned is called. */
export function holding(server, paths) {
  let release;
  const until = new Promise((resolve) => (release = resolve));
  server.fault = (path) => (paths.test(path) ? { until } : undefined);
  return release;
}

async function respond(server, request, response) {
  const path = decodeURIComponent(new URL(request.url, server.url).pathname);
  server.requests.push(path);
  if (request.headers.range) server.ranges.push(path);
  const fault = server.fault(path);
  if (fault?.delay) await pause(fault.delay);
  await fault?.until;
  const reply = await usualReply(server, path, request, fault);
  for (const habit of server.habits) habit(reply);
  await send(reply, response);
}

/**
 * What an ordinary host would send, for habits to change: `status`, `headers` and `body`; how the body is sent
 * (`sending`, see `send`); and what it is made from: `path` and `url`, the whole file (`content`, undefined if there is
 * none), and the requested single range (`range`, undefined for none).
 */
async function usualReply(server, path, { url, headers: { range: asked } }, fault) {
  const name =
    fault?.instead ?? join(server.folder, normalize(path.endsWith("/") ? `${path}index.html` : path));
  const isFile = fault !== "missing" && (await stat(name).catch(() => undefined))?.isFile();
  const headers = { "access-control-allow-origin": "*" };
  const reply = {
    path,
    url,
    headers,
    status: 404,
    body: Buffer.from("not found"),
    sending: {},
  };
  if (!isFile) return reply;
  if (fault === "error") return { ...reply, status: 500 };
  const content = await readFile(name);
  headers["content-type"] = MIME[extname(name)] ?? "application/octet-stream";
  headers["accept-ranges"] = "bytes";
  if (!server.keep && asked) headers["cache-control"] = "no-store";
  Object.assign(reply, { status: 200, content, body: content });
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(asked ?? "") ?? [];
  if (first !== undefined) {
    reply.range = [Number(first), Math.min(Number(last) + 1, content.length)];
    takeRange(reply, content);
  }
  if (fault === "cut" || fault === "mute") reply.sending[fault] = true;
  if (fault === "altered") reply.body = altered(reply.body);
  return reply;
}

/** Makes a reply the requested range of `content`, as an ordinary host answers it. */
export function takeRange(reply, content) {
  const [start, end] = reply.range;
  const fits = start < content.length;
  reply.status = fits ? 206 : 416;
  reply.body = fits ? content.subarray(start, end) : Buffer.alloc(0);
  const found = fits ? `${start}-${Math.min(end, content.length) - 1}` : "*";
  reply.headers["content-range"] = `bytes ${found}/${content.length}`;
}

/**
 * Sends a reply. `sending` may say: `cut`, half the body and then the end of the connection; `stalled`, half the body
 * and then nothing; `mute`, nothing at all; `delay`, milliseconds before it; `pieces`, that many with a pause after
 * each; `chunked`, without `Content-Length`.
 */
async function send({ status, headers, body, sending }, response) {
  const { cut, stalled, mute, delay, pieces, chunked } = sending;
  if (mute) return;
  if (delay) await pause(delay);
  response.writeHead(
    status,
    chunked || status === 302 ? headers : { "content-length": body.length, ...headers },
  );
  const half = body.subarray(0, body.length >> 1);
  if (cut) response.write(half, () => response.destroy());
  else if (stalled) response.write(half);
  else if (pieces) {
    const step = Math.ceil(body.length / pieces);
    for (let start = 0; start < body.length; start += step) {
      response.write(body.subarray(start, start + step));
      await pause(30);
    }
    response.end();
  } else response.end(body);
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function altered(body) {
  const bytes = Buffer.from(body);
  for (let i = Math.min(48, bytes.length >> 1); i < bytes.length; i += 97) bytes[i] ^= 0xff;
  return bytes;
}
