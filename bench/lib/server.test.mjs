import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { answer } from "./server.mjs";

const plain = Buffer.from("0123456789");
const index = { type: "application/octet-stream", plain, gzip: undefined };
const script = { type: "text/javascript", plain, gzip: gzipSync(plain) };
const part = (file, range, ranges = true) => answer(file, { range, "accept-encoding": "identity" }, ranges);

test("a single range has a Content-Range", () => {
  const { status, headers, body } = part(index, "bytes=2-4");
  assert.equal(status, 206);
  assert.equal(body.toString(), "234");
  assert.equal(headers["content-range"], "bytes 2-4/10");
  assert.equal(headers["content-length"], 3);
});

test("a host without ranges sends the whole file and no Accept-Ranges", () => {
  const { status, headers, body } = part(index, "bytes=2-4", false);
  assert.equal(status, 200);
  assert.deepEqual(body, plain);
  assert.equal("accept-ranges" in headers, false);
});

test("an unsatisfiable range is refused with the file's size", () => {
  const { status, headers, body } = part(index, "bytes=10-");
  assert.equal(status, 416);
  assert.equal(headers["content-range"], "bytes */10");
  assert.equal(body.length, 0);
});

test("text is compressed if the client accepts gzip, and then sent whole", () => {
  const { status, headers, body } = answer(
    script,
    { range: "bytes=2-4", "accept-encoding": "gzip, br" },
    true,
  );
  assert.equal(status, 200);
  assert.equal(headers["content-encoding"], "gzip");
  assert.deepEqual(gunzipSync(body), plain);
  assert.equal(part(script, "bytes=2-4").body.toString(), "234");
});

test("a missing file is a 404", () => {
  assert.equal(answer(undefined, {}, true).status, 404);
});
