/** Fetching blocks: by range, out of whole files, and from what earlier pages kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { RangeCache } from "../src/fetch/range-cache.js";
import type { BlockRequest } from "../src/shared/protocol.js";
import { byFile, coalesce } from "../src/fetch/coalesce.js";
import {
  CONTENTS,
  FILE,
  MEMBERS,
  RANGES,
  STORED,
  loading,
  outcomes,
  rangeOf,
  whole,
  withRanges,
} from "./fake-blocks.js";
import { FakeCaches, settled } from "./fake-caches.js";

test("a block is fetched by its range and decompressed", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(rangeOf(1))), [CONTENTS[1]]);
  const { start, end } = rangeOf(1);
  const range = `bytes=${start}-${end - 1}`;
  assert.deepEqual(asked, [{ name: `${FILE}?${start}`, range, cache: "force-cache" }]);
});

test("adjacent ranges make one request in any order; others make their own", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(rangeOf(3), rangeOf(0), rangeOf(2))), [
    CONTENTS[0],
    CONTENTS[2],
    CONTENTS[3],
  ]);
  assert.deepEqual(
    asked.map(({ range }) => range),
    [`bytes=16-${rangeOf(0).end - 1}`, `bytes=${rangeOf(2).start}-${STORED.byteLength - 1}`],
  );
});

test("ranges of different files are never coalesced", () => {
  const other = { ...rangeOf(1), file: "a.hdf" };
  assert.deepEqual(byFile([rangeOf(0), other, rangeOf(1)]), [[rangeOf(0), rangeOf(1)], [other]]);
  assert.deepEqual(coalesce([rangeOf(1), rangeOf(0)])[0]?.ranges, [rangeOf(0), rangeOf(1)]);
});

test("a small gap between two ranges costs no request", async () => {
  const { start } = rangeOf(2);
  const near = { ...rangeOf(2), start: start + 100 };
  const far = { ...rangeOf(2), start: rangeOf(1).end + 3073, end: rangeOf(1).end + 3100 };
  assert.deepEqual(
    coalesce([near, rangeOf(1)]).map(({ start, end, ranges }) => [start, end, ranges]),
    [[rangeOf(1).start, near.end, [rangeOf(1), near]]],
  );
  assert.equal(coalesce([rangeOf(1), far]).length, 2);
});

test("a whole file is fetched without a range", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(...RANGES)), CONTENTS);
  assert.deepEqual(asked, [{ name: FILE, range: null, cache: "force-cache" }]);
});

test("a host without ranges sends each file once and gets no further range requests", async () => {
  const { asked, load } = loading(whole);
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(rangeOf(1), rangeOf(3))), [CONTENTS[1], CONTENTS[3]]);
  assert.equal(asked.length, 1);
  const other = { ...rangeOf(2), file: "postings-1.hdf" };
  assert.deepEqual(outcomes(await load(other)), [CONTENTS[2]]);
  assert.deepEqual(asked[1], { name: "postings-1.hdf", range: null, cache: "force-cache" });
});

test("concurrent ranges of a file share one download on a host without ranges", async () => {
  const cancelled: number[] = [];
  const { asked, load } = loading((_range, count) => {
    const response = whole();
    const stream = response.body ?? assert.fail();
    const cancel = stream.cancel.bind(stream);
    stream.cancel = (reason) => (cancelled.push(count), cancel(reason));
    return response;
  });
  assert.deepEqual(outcomes(await load(rangeOf(0), rangeOf(2))), [CONTENTS[0], CONTENTS[2]]);
  assert.equal(asked.length, 2);
  assert.deepEqual(cancelled, [2]);
});

test("files beyond the memory limit are evicted, least recently used first, and fetched again", async () => {
  const size = 3 << 20;
  const member = gzipSync(new Uint8Array(10));
  const content = new Uint8Array(size);
  content.set(member);
  const { asked, load } = loading(() => new Response(content));
  const of = (name: string): BlockRequest => ({
    id: 0,
    file: `${name}.hdf`,
    start: 0,
    end: member.length,
    size,
    bytes: 10,
  });
  for (const name of ["a", "b", "a", "c", "a", "b"]) {
    assert.ok((await load(of(name)))[0] instanceof Uint8Array);
  }
  assert.deepEqual(
    asked.map(({ name }) => name),
    ["a.hdf?0", "b.hdf", "c.hdf", "b.hdf"],
  );
});

test("ranges that an earlier page fetched are not fetched again, unless damaged", async () => {
  const caches = new FakeCaches();
  const visit = async () => {
    const cache = new RangeCache(caches);
    await settled();
    return loading(withRanges, { cache });
  };
  const first = await visit();
  await first.load(rangeOf(0), rangeOf(1), rangeOf(3));
  assert.equal(first.asked.length, 2);
  await settled();
  const second = await visit();
  assert.deepEqual(outcomes(await second.load(rangeOf(1), rangeOf(2), rangeOf(3))), CONTENTS.slice(1));
  assert.deepEqual(
    second.asked.map(({ range }) => range),
    [`bytes=${rangeOf(2).start}-${rangeOf(2).end - 1}`],
  );
  await settled();
  const [key, kept] = [...caches.entries].at(-1) ?? assert.fail();
  kept[20] = 255 - (kept[20] ?? 0);
  const third = await visit();
  assert.deepEqual(outcomes(await third.load(rangeOf(2))), [CONTENTS[2]]);
  assert.equal(third.asked.length, 1);
  await settled();
  assert.deepEqual(caches.entries.get(key), new Uint8Array(MEMBERS[2] ?? assert.fail()));
});

test("a range of nearly a whole file fetches the whole file, which every browser caches", async () => {
  const stored = new Uint8Array(Buffer.concat([new Uint8Array(16), MEMBERS[0] ?? assert.fail()]));
  const { asked, load } = loading(() => new Response(stored));
  const most: BlockRequest = { ...rangeOf(0), start: 16, end: stored.length, size: stored.length };
  assert.deepEqual(outcomes(await load(most)), [CONTENTS[0]]);
  assert.deepEqual(asked, [{ name: FILE, range: null, cache: "force-cache" }]);
});

test("what one host does is not expected of another one", async () => {
  const elsewhere = { ...rangeOf(1), file: `https://api.example/docfuse/${FILE}` };
  const { asked, load } = loading((range, count) => (count === 1 ? whole() : withRanges(range)));
  await load(rangeOf(0));
  assert.deepEqual(outcomes(await load(elsewhere)), [CONTENTS[1]]);
  await load({ ...rangeOf(2), file: "postings-1.hdf" });
  assert.deepEqual(
    asked.map(({ range }) => range !== null),
    [true, true, false],
    "the first host alone is asked for whole files",
  );
});
