/** The range cache: entries are found by later pages, checked, and never block a query. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { RangeCache } from "../src/fetch/range-cache.js";
import { FakeCaches, settled } from "./fake-caches.js";
import { encoded } from "./fake-host.js";

const KEY = "https://docfuse.invalid/terms-0.hdf/";
const CONTENT = encoded("0123456789");
const RANGE = { id: 0, file: "terms-0.hdf", start: 20, end: 30, size: 50, bytes: 100 };

async function opened(caches: FakeCaches): Promise<RangeCache> {
  const cache = new RangeCache(caches);
  await settled();
  return cache;
}

test("the next page finds a range by its file and offsets", async () => {
  const caches = new FakeCaches();
  (await opened(caches)).put(RANGE, CONTENT);
  await settled();
  const next = await opened(caches);
  assert.deepEqual(await next.get(RANGE), CONTENT);
  assert.equal(await next.get({ ...RANGE, start: 21, end: 31 }), undefined);
  assert.equal(await next.get({ ...RANGE, file: "terms-1.hdf" }), undefined);
});

test("an entry of another length is ignored", async () => {
  const caches = new FakeCaches();
  caches.entries.set(`${KEY}20-30`, CONTENT.slice(1));
  assert.equal(await (await opened(caches)).get(RANGE), undefined);
});

test("without storage, permission or space, nothing is kept and nothing fails", async () => {
  for (const refuses of [undefined, "open", "put"] as const) {
    const caches = new FakeCaches();
    caches.refuses = refuses;
    const cache = new RangeCache(refuses && caches);
    await settled();
    cache.put(RANGE, CONTENT);
    await settled();
    assert.equal(await cache.get(RANGE), undefined);
  }
});

test("slow storage blocks nothing", async () => {
  const cache = new RangeCache({ open: () => new Promise(() => undefined) });
  assert.equal(await cache.get(RANGE), undefined);
});

test("opening a page deletes the oldest entries", async () => {
  const caches = new FakeCaches();
  for (let number = 0; number < 2003; number += 1) caches.entries.set(`${KEY}${number}`, CONTENT);
  await opened(caches);
  assert.equal(caches.entries.size, 2000);
  assert.ok(!caches.entries.has(`${KEY}2`) && caches.entries.has(`${KEY}3`));
});
