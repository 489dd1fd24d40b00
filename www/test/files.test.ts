/** Whole files: sizes and hashes are kept to, gzip is opened, damage and absence are told apart. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DocfuseError } from "../src/error.js";
import type { Fetch } from "../src/fetching.js";
import { fetchFile } from "../src/files.js";
import { BASE, encoded, sha256 } from "./fake-host.js";

const RAW = encoded("weights ".repeat(1000));
const GZIP = new Uint8Array(gzipSync(RAW));
const FILE = {
  name: "model-0.onnx",
  bytes: RAW.byteLength,
  stored: GZIP.byteLength,
  sha256: sha256(RAW),
};

function serving(...bodies: (Uint8Array<ArrayBuffer> | number)[]): { fetch: Fetch; caches: unknown[] } {
  const caches: unknown[] = [];
  const fetch: Fetch = async (_url, init) => {
    const body = bodies[Math.min(caches.length, bodies.length - 1)];
    caches.push(init.cache);
    return typeof body === "number" ? new Response("", { status: body }) : new Response(body ?? null);
  };
  return { fetch, caches };
}

const get = (fetch: Fetch) => fetchFile(fetch, BASE, FILE);
const withCode = (code: string) => (error: unknown) =>
  error instanceof DocfuseError && error.code === code && error.file === FILE.name;

test("a compressed file is opened, a raw one taken as it is", async () => {
  assert.deepEqual(await get(serving(GZIP).fetch), RAW);
  assert.deepEqual(await get(serving(RAW).fetch), RAW);
});

test("another size, a cut gzip stream, a bomb and another content are damaged, after one more try past the cache", async () => {
  const bomb = new Uint8Array(gzipSync(new Uint8Array(50_000_000)));
  const other = encoded("Weights ".repeat(1000));
  for (const body of [RAW.slice(1), GZIP.slice(0, -20), bomb, new Uint8Array(), other]) {
    const { fetch, caches } = serving(body);
    await assert.rejects(get(fetch), withCode("damaged"));
    assert.deepEqual(caches, ["force-cache", "reload"]);
  }
});

test("a damaged copy in the cache is replaced", async () => {
  assert.deepEqual(await get(serving(GZIP.slice(0, 100), GZIP).fetch), RAW);
});

test("an absent file is not asked for twice, a server error is", async () => {
  const absent = serving(404);
  await assert.rejects(get(absent.fetch), withCode("not-found"));
  assert.equal(absent.caches.length, 1);
  const broken = serving(503);
  await assert.rejects(get(broken.fetch), withCode("network"));
  assert.equal(broken.caches.length, 2);
});

test("a name that leads elsewhere is not asked for", async () => {
  for (const name of ["../model.onnx", "https://other.example/x", "a/b.bin", "", "model"]) {
    const { fetch, caches } = serving(GZIP);
    await assert.rejects(fetchFile(fetch, BASE, { ...FILE, name }), { code: "damaged" });
    assert.equal(caches.length, 0, name);
  }
});
