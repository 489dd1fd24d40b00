// What hosts do to byte ranges and to responses: habits, functions that change a reply of `server.mjs`, and hosts, lists
// of habits. They touch the index alone: with some of them, a page would not load either.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { takeRange } from "./server.mjs";

/** A habit of the host for requests in the index folder that `applies` to. */
const on = (applies, change) => (reply) => {
  if (reply.path.startsWith("/docfuse/") && reply.content && applies(reply)) change(reply);
};
const onRange = (change) => on(({ range }) => range !== undefined, change);
const onAll = (change) => on(() => true, change);

const CODINGS = {
  gzip: (content) => gzipSync(content, { level: 1 }),
  br: (content) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
};

/** Sends compressed copies; ranges are cut out of them. `named`: whether ranges come with `Content-Encoding`. */
const compressed = (coding, named) =>
  onAll((reply) => {
    const copy = CODINGS[coding](reply.content);
    if (reply.range) takeRange(reply, copy);
    else reply.body = copy;
    if (named || !reply.range) reply.headers["content-encoding"] = coding;
  });

const status = (code) =>
  onRange((reply) => {
    reply.status = code;
    reply.body = Buffer.from("no ranges");
    delete reply.headers["content-range"];
  });
const ignored = onRange((reply) => {
  reply.status = 200;
  reply.body = reply.content;
  delete reply.range;
  delete reply.headers["content-range"];
});
/** The bytes behind the requested ones, under the right header. */
const shifted = onRange((reply) => {
  const [start, end] = reply.range;
  const by = end + 7 <= reply.content.length ? 7 : -7;
  reply.body = reply.content.subarray(start + by, end + by);
});
const withoutContentRange = onRange((reply) => delete reply.headers["content-range"]);
const wrongContentRange = onRange((reply) => {
  reply.headers["content-range"] = `bytes 0-${reply.body.length - 1}/${reply.content.length}`;
});
const short = onRange((reply) => (reply.body = reply.body.subarray(0, -3)));
const sent = (sending) => (reply) => Object.assign(reply.sending, sending);
const header = (name, value) => onAll((reply) => (reply.headers[name] = value));

const pageForMissing = (reply) => {
  if (reply.status !== 404) return;
  Object.assign(reply, { status: 200, body: Buffer.from("<!doctype html><title>Welcome</title>") });
  reply.headers["content-type"] = "text/html; charset=utf-8";
};
const forbiddenForMissing = (reply) => {
  if (reply.status === 404) reply.status = 403;
};

/** What hosts send where a file is missing, besides 404. */
export const MISSING = { 404: [], 403: [forbiddenForMissing], "a page": [pageForMissing] };

/** Every file is at another address. */
const redirected = onAll((reply) => {
  if (reply.url.endsWith("?moved")) return;
  Object.assign(reply, { status: 302, body: Buffer.alloc(0) });
  reply.headers.location = `${reply.path}?moved`;
});

/**
 * Hosts by what they do. The first ones treat ranges alone in their way, and send whole files like any host; `touchAll`
 * treat every file of the index so, the encoder's among them.
 */
export const HOSTS = {
  rangesAlone: {
    "ignores ranges": [ignored],
    "sends other bytes than requested": [shifted],
    "sends no Content-Range": [withoutContentRange],
    "sends a wrong Content-Range": [wrongContentRange],
    "sends ranges that are too short": [short],
    "answers ranges with 416": [status(416)],
    "answers ranges with 500": [status(500)],
    "answers ranges with 403": [status(403)],
    "cuts ranges off in the middle": [onRange(sent({ cut: true }))],
    "stalls in the middle of ranges": [onRange(sent({ stalled: true }))],
    "never answers ranges": [onRange(sent({ mute: true }))],
  },
  touchAll: {
    "cuts ranges out of a gzipped copy": [compressed("gzip", true)],
    "cuts ranges out of a gzipped copy and does not say so": [compressed("gzip", false)],
    "cuts ranges out of a brotli copy": [compressed("br", true)],
    "cuts ranges out of a brotli copy and does not say so": [compressed("br", false)],
    redirects: [redirected],
    "sends no Content-Length": [onAll(sent({ chunked: true }))],
    "has weak entity tags": [header("etag", 'W/"1"'), header("cache-control", "max-age=0")],
    "forbids caching": [header("cache-control", "no-store")],
    "is slow": [onAll(sent({ pieces: 4 }))],
    // Browsers open six connections to a host of HTTP/1.1, as this one is: requests wait for each other.
    "answers late": [onAll(sent({ delay: 150 }))],
    "gzips, and answers with a wrong Content-Range": [compressed("gzip", true), wrongContentRange],
    "redirects, ignores ranges and sends no Content-Length": [
      redirected,
      ignored,
      onAll(sent({ chunked: true })),
    ],
    "compresses, ignores ranges and forbids caching": [
      ignored,
      compressed("gzip", true),
      header("cache-control", "no-store"),
    ],
    "is slow and answers ranges with 500": [status(500), onAll(sent({ pieces: 3 }))],
  },
};

/** Hosts whose answers to ranges are right, whatever their headers say. */
export const RIGHT_RANGES = [
  "sends no Content-Range",
  "sends a wrong Content-Range",
  "redirects",
  "sends no Content-Length",
  "has weak entity tags",
  "forbids caching",
  "is slow",
  "answers late",
];

/** A habit for the files of the index with the content of search: packs, the encoder, modules. */
const onContent = (change) => (reply) => {
  if (reply.path.endsWith(".hdf")) change(reply);
};
const gone = (reply) =>
  Object.assign(reply, { status: 404, content: undefined, body: Buffer.from("not found") });

/** Hosts from which nothing can be had but pages, scripts and manifest. */
export const LOST = {
  "has lost all files": [onContent(gone)],
  "says 403 for lost files": [onContent(gone), forbiddenForMissing],
  "sends a page for lost files": [onContent(gone), pageForMissing],
  fails: [onContent((reply) => Object.assign(reply, { status: 500, body: Buffer.from("broken") }))],
  "cuts all files off": [onContent(sent({ cut: true }))],
  "stalls in the middle of all files": [onContent(sent({ stalled: true }))],
};
