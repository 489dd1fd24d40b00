/** Parts of files that outlast the page: found again, checked, never in anybody's way. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RangeCache } from "../src/fetch/range-cache.js";
import { FakeCaches, settled } from "./fake-caches.js";
import { encoded } from "./fake-host.js";

const KEY = "https://docfuse.invalid/terms-0.bin/";
const CONTENT = encoded("0123456789");
const PIECE = { file: "terms-0.bin", start: 20, end: 30, size: 50, bytes: 100 };

async function opened(caches: FakeCaches): Promise<RangeCache> {
  const parts = new RangeCache(caches);
  await settled();
  return parts;
}

test("a part is there for the next page, by its place in its file", async () => {
  const caches = new FakeCaches();
  (await opened(caches)).put(PIECE, CONTENT);
  await settled();
  const next = await opened(caches);
  assert.deepEqual(await next.get(PIECE), CONTENT);
  assert.equal(await next.get({ ...PIECE, start: 21, end: 31 }), undefined);
  assert.equal(await next.get({ ...PIECE, file: "terms-1.bin" }), undefined);
});

test("a part of another length is none", async () => {
  const caches = new FakeCaches();
  caches.entries.set(`${KEY}20-30`, CONTENT.slice(1));
  assert.equal(await (await opened(caches)).get(PIECE), undefined);
});

test("without storage, without leave to use it, and without room, nothing is kept and nothing fails", async () => {
  for (const refuses of [undefined, "open", "put"] as const) {
    const caches = new FakeCaches();
    caches.refuses = refuses;
    const parts = new RangeCache(refuses && caches);
    await settled();
    parts.put(PIECE, CONTENT);
    await settled();
    assert.equal(await parts.get(PIECE), undefined);
  }
});

test("nobody waits for a storage that is slow to open", async () => {
  const parts = new RangeCache({ open: () => new Promise(() => undefined) });
  assert.equal(await parts.get(PIECE), undefined);
});

test("the oldest parts go when a page opens", async () => {
  const caches = new FakeCaches();
  for (let number = 0; number < 2003; number += 1) caches.entries.set(`${KEY}${number}`, CONTENT);
  await opened(caches);
  assert.equal(caches.entries.size, 2000);
  assert.ok(!caches.entries.has(`${KEY}2`) && caches.entries.has(`${KEY}3`));
});
