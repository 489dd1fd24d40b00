/** Fetching blocks: by range, or out of whole files where ranges are no use; damage is always detected. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DocfuseError } from "../src/shared/error.js";
import { STALL_MS, type Fetch } from "../src/fetch/http.js";
import { RangeCache } from "../src/fetch/range-cache.js";
import { BlockFetcher, type Host, type Outcome } from "../src/fetch/block-fetcher.js";
import type { BlockRequest } from "../src/shared/protocol.js";
import { byFile, coalesce } from "../src/fetch/coalesce.js";
import { FakeCaches, settled } from "./fake-caches.js";
import { BASE, encoded, multipartOf, noise, partOf } from "./fake-host.js";
import { timed } from "./mocked-time.js";

const FILE = "postings-0.hdf";
// Much longer than the bytes that may be fetched in excess to avoid a range request.
const CONTENTS = ["first ", "second ", "third ", "fourth "].map((word) => encoded(noise(word)));
const MEMBERS = CONTENTS.map((content) => gzipSync(content));
const STORED = new Uint8Array(Buffer.concat(MEMBERS));

const RANGES: BlockRequest[] = [];
for (const [index, member] of MEMBERS.entries()) {
  const start = RANGES.at(-1)?.end ?? 0;
  const bytes = CONTENTS[index]?.byteLength ?? 0;
  RANGES.push({
    id: index,
    file: FILE,
    start,
    end: start + member.byteLength,
    size: STORED.byteLength,
    bytes,
  });
}
const rangeOf = (index: number): BlockRequest => RANGES[index] ?? assert.fail(`no range ${index}`);

interface Asked {
  readonly name: string;
  readonly range: string | null;
  readonly cache: RequestCache | undefined;
}

/** A fetcher whose requests `answer` answers, given the `Range` header and the number of the request. */
function loading(
  answer: (range: string | null, count: number) => Response | Promise<Response>,
  { cache = new RangeCache(undefined), multipart = false, host = {} as Host } = {},
) {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, { cache, headers }) => {
    const range = new Headers(headers).get("range");
    asked.push({ name: url.slice(BASE.length), range, cache });
    return answer(range, asked.length);
  };
  const fetcher = new BlockFetcher(fetch, BASE, cache, host, multipart);
  const load = async (...wanted: BlockRequest[]) => {
    const loads = await Promise.all(byFile(wanted).map((group) => fetcher.load(group, false)));
    const outcomes = new Map(loads.flatMap((each) => [...each]));
    return [...wanted].sort((a, b) => a.start - b.start).map((each) => outcomes.get(each) ?? assert.fail());
  };
  return { asked, load, fetcher };
}

const withRanges = (range: string | null) => (range ? partOf(STORED, range) : new Response(STORED));
const whole = () => new Response(STORED);

/** The decompressed content of each range, or the code of its error. */
function outcomes(results: Outcome[]): unknown[] {
  return results.map((result) => {
    if (!(result instanceof Error)) return result;
    assert.ok(result instanceof DocfuseError, String(result));
    assert.equal(result.file, FILE);
    return result.code;
  });
}

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
    [`bytes=0-${rangeOf(0).end - 1}`, `bytes=${rangeOf(2).start}-${STORED.byteLength - 1}`],
  );
});

test("ranges of different files are never coalesced", () => {
  const other = { ...rangeOf(1), file: "a.hdf" };
  assert.deepEqual(byFile([rangeOf(0), other, rangeOf(1)]), [[rangeOf(0), rangeOf(1)], [other]]);
  assert.deepEqual(coalesce([rangeOf(1), rangeOf(0)])[0]?.ranges, [rangeOf(0), rangeOf(1)]);
});

test("a whole file is fetched without a range", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(...RANGES)), CONTENTS);
  assert.deepEqual(asked, [{ name: FILE, range: null, cache: "force-cache" }]);
});

/** Whether requests had a range, in order: `r` for a range, `w` for a whole file; capital past the HTTP cache. */
const sorts = (asked: readonly Asked[]) =>
  asked
    .map(({ range, cache }) => (range ? "r" : "w")[cache === "reload" ? "toUpperCase" : "toString"]())
    .join("");

test("a host without ranges sends each file once and gets no further range requests", async () => {
  const { asked, load } = loading(whole);
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(rangeOf(1), rangeOf(3))), [CONTENTS[1], CONTENTS[3]]);
  assert.equal(asked.length, 1);
  const other = { ...rangeOf(2), file: "postings-1.hdf" };
  assert.deepEqual(outcomes(await load(other)), [CONTENTS[2]]);
  assert.deepEqual(asked[1], { name: "postings-1.hdf", range: null, cache: "force-cache" });
});

test("an error page in place of a file is no answer: the whole file is fetched", async () => {
  const page = new Response("<!doctype html><title>Sign in</title>");
  const { asked, load } = loading((range, count) => (count === 1 ? page : withRanges(range)));
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.equal(sorts(asked), "rw");
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

/** The same bytes with some inverted in the range `index`. */
function altered(index: number): Uint8Array<ArrayBuffer> {
  const bytes = STORED.slice();
  const at = rangeOf(index).start + 20;
  bytes[at] = 255 - (bytes[at] ?? 0);
  return bytes;
}

test("whatever is wrong with a range, the whole file is fetched once, and only whole files from then on", async () => {
  const { start, end } = rangeOf(1);
  const part = (from: number, to: number) => new Response(STORED.slice(from, to), { status: 206 });
  const broken = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut off")) }), {
      status: 206,
    });
  const answers: Record<string, [requests: string, answer: () => Response | Promise<Response>]> = {
    "416": ["rw", () => new Response("", { status: 416 })],
    "403": ["rw", () => new Response("", { status: 403 })],
    "404": ["rw", () => new Response("", { status: 404 })],
    // What may have failed for a moment is tried again.
    "500": ["rRw", () => new Response("", { status: 500 })],
    "cut off": ["rRw", broken],
    "no response": ["rRw", () => Promise.reject(new TypeError("Failed to fetch"))],
    "other bytes": ["rw", () => part(start + 7, end + 7)],
    "bytes of a compressed copy": [
      "rw",
      () => new Response(gzipSync(STORED).subarray(start, end), { status: 206 }),
    ],
    "short body": ["rw", () => part(start, end - 1)],
    "long body": ["rw", () => part(start, end + 1)],
    "no body": ["rw", () => part(start, start)],
    "short file": ["rw", () => new Response(STORED.slice(0, -1))],
    "altered bytes": ["rw", () => new Response(altered(1).slice(start, end), { status: 206 })],
  };
  for (const [name, [requests, answer]] of Object.entries(answers)) {
    const { asked, load } = loading((range) => (range ? answer() : whole()));
    assert.deepEqual(outcomes(await load(rangeOf(1))), [CONTENTS[1]], name);
    assert.equal(sorts(asked), requests, name);
    assert.deepEqual(outcomes(await load(rangeOf(3))), [CONTENTS[3]], name);
    assert.equal(asked.length, requests.length, `${name}: the file is in memory`);
    await load({ ...rangeOf(1), file: "postings-1.hdf" });
    assert.equal(sorts(asked), `${requests}w`, name);
  }
});

test("several ranges that fail at once share the whole file", async () => {
  const { asked, load } = loading((range) => (range ? new Response("", { status: 416 }) : whole()));
  assert.deepEqual(outcomes(await load(rangeOf(0), rangeOf(2))), [CONTENTS[0], CONTENTS[2]]);
  assert.equal(sorts(asked), "rrw");
});

test("what is learnt of a host outlasts a new deployment", async () => {
  const host: Host = {};
  const first = loading((range) => (range ? new Response("", { status: 416 }) : whole()), { host });
  await first.load(rangeOf(0));
  const second = loading(whole, { host });
  await second.load(rangeOf(0));
  assert.equal(sorts(second.asked), "w");
});

test("without a whole file either, ranges are damaged, after a retry past the cache", async () => {
  const answers: Record<string, () => Response> = {
    short: () => new Response(STORED.slice(0, -1)),
    altered: () => new Response(altered(1)),
    "a page": () => new Response("<!doctype html>"),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const { asked, load } = loading((range) => (range ? new Response("", { status: 416 }) : answer()));
    assert.deepEqual(outcomes(await load(rangeOf(1))), ["damaged"], name);
    assert.equal(sorts(asked), "rwW", name);
    await load(rangeOf(1));
    assert.equal(asked[3]?.range === null, false, `${name}: ranges may be no worse`);
  }
});

test("headers prove nothing: bytes count", async () => {
  const { start, end } = rangeOf(1);
  for (const headers of [{}, { "content-range": `bytes 0-${end - 1}/7` }]) {
    const { asked, load } = loading(() => new Response(STORED.slice(start, end), { status: 206, headers }));
    assert.deepEqual(outcomes(await load(rangeOf(1))), [CONTENTS[1]]);
    assert.equal(asked.length, 1);
  }
});

test("a block that is not compressed has no checksum, and is damaged", async () => {
  const content = CONTENTS[0] ?? assert.fail();
  const raw: BlockRequest = {
    ...rangeOf(0),
    start: 0,
    end: content.length,
    size: content.length,
    bytes: content.length,
  };
  const { load } = loading(() => new Response(content));
  assert.deepEqual(outcomes(await load(raw)), ["damaged"]);
});

test("a stalled range leads to the whole file, and a host that stalls with both is waited for twice", async (t) => {
  const never = () => new Promise<Response>(() => undefined);
  const half = () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(STORED.slice(0, 10)) });
    return new Response(body, { status: 206 });
  };
  for (const stalled of [never, half]) {
    for (const wholeToo of [false, true]) {
      const { asked, load } = loading((range) => (range || wholeToo ? stalled() : whole()));
      const [found, seconds] = await timed(t, () => load(rangeOf(1)));
      assert.deepEqual(outcomes(found), [wholeToo ? "network" : CONTENTS[1]]);
      assert.equal(sorts(asked), "rw");
      assert.equal(Math.round((seconds * 1000) / STALL_MS), wholeToo ? 2 : 1);
    }
  }
});

test("a slow host is not a stalled one, nor is one whose other responses go on", async (t) => {
  const { start, end } = rangeOf(1);
  const pause = () => new Promise((resolve) => setTimeout(resolve, STALL_MS - 1000));
  const pieces = [start, start + 400, start + 800, end];
  const slow = () => {
    let at = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await pause();
        controller.enqueue(STORED.slice(pieces[at], pieces[(at += 1)]));
        if (at === pieces.length - 1) controller.close();
      },
    });
    return new Response(body, { status: 206 });
  };
  // The second request gets its response once the first has its last byte.
  const { asked, load } = loading(async (range, count) => {
    if (count === 1) return slow();
    for (let time = 0; time < pieces.length; time += 1) await pause();
    return withRanges(range);
  });
  const [found] = await timed(t, () => load(rangeOf(1), rangeOf(3)));
  assert.deepEqual(outcomes(found), [CONTENTS[1], CONTENTS[3]]);
  assert.equal(asked.length, 2);
});

test("a block that decompresses to more than the index says is damaged", async () => {
  const { load } = loading(withRanges);
  assert.deepEqual(outcomes(await load({ ...rangeOf(0), bytes: rangeOf(0).bytes - 1 })), ["damaged"]);
});

test("a damaged block leaves its neighbours intact, and the whole file repairs it", async () => {
  const always = loading((range) => (range ? partOf(altered(1), range) : new Response(altered(1))));
  assert.deepEqual(outcomes(await always.load(rangeOf(0), rangeOf(1), rangeOf(2))), [
    CONTENTS[0],
    "damaged",
    CONTENTS[2],
  ]);
  assert.equal(sorts(always.asked), "rwW");
  const worse = loading((range) => (range ? partOf(altered(1), range) : new Response("", { status: 404 })));
  assert.deepEqual(outcomes(await worse.load(rangeOf(0), rangeOf(1))), [CONTENTS[0], "not-found"]);
  const once = loading((range) => (range ? partOf(altered(1), range) : whole()));
  assert.deepEqual(outcomes(await once.load(rangeOf(0), rangeOf(1))), [CONTENTS[0], CONTENTS[1]]);
});

test("a damaged whole file in memory is fetched again", async () => {
  const { asked, load } = loading((_range, count) => new Response(count === 1 ? altered(1) : STORED));
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(rangeOf(1))), [CONTENTS[1]]);
  assert.deepEqual(
    asked.map(({ cache }) => cache),
    ["force-cache", "reload"],
  );
});

test("a missing file is requested by range and whole, an unreachable one twice each", async () => {
  for (const status of [404, 410, 403]) {
    const absent = loading(() => new Response("", { status }));
    assert.deepEqual(outcomes(await absent.load(rangeOf(0), rangeOf(1))), ["not-found", "not-found"]);
    assert.equal(sorts(absent.asked), "rw", `${status}`);
  }
  const offline = loading(() => Promise.reject(new TypeError("Failed to fetch")));
  assert.deepEqual(outcomes(await offline.load(rangeOf(0))), ["network"]);
  assert.equal(sorts(offline.asked), "rRwW");
  for (const status of [429, 503]) {
    const busy = loading((range, count) => (count === 1 ? new Response("", { status }) : withRanges(range)));
    assert.deepEqual(outcomes(await busy.load(rangeOf(0))), [CONTENTS[0]], `${status}`);
    assert.equal(sorts(busy.asked), "rR", `${status}`);
  }
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

test("several ranges of a file make one request if the manifest allows it", async () => {
  const caches = new FakeCaches();
  const cache = new RangeCache(caches);
  await settled();
  const several = (range: string | null) => multipartOf(STORED, range ?? "");
  const { asked, load, fetcher } = loading(several, { cache, multipart: true });
  assert.deepEqual(outcomes(await load(rangeOf(0), rangeOf(2))), [CONTENTS[0], CONTENTS[2]]);
  const [first, second] = [rangeOf(0), rangeOf(2)].map(({ start, end }) => `${start}-${end - 1}`);
  assert.deepEqual(asked, [{ name: FILE, range: `bytes=${first},${second}`, cache: "no-store" }]);
  await settled();
  assert.equal(caches.entries.size, 2, "browsers keep no such answers");
  const again = await fetcher.load([rangeOf(0), rangeOf(2)], true);
  assert.ok([...again.values()].every((outcome) => outcome instanceof Uint8Array));
  assert.equal(asked.length, 2, "past what is kept, and still at once");
});

test("a host that turns out not to support several ranges gets single ones from then on", async () => {
  const strange: Record<string, () => Response> = {
    "the first range alone": () => withRanges(`bytes=${rangeOf(0).start}-${rangeOf(0).end - 1}`),
    "an error": () => new Response("", { status: 416 }),
    "no parts": () => new Response("", { status: 206, headers: { "content-type": "multipart/byteranges" } }),
  };
  for (const [name, answer] of Object.entries(strange)) {
    const known = (range: string | null) => (range?.includes(",") ? answer() : withRanges(range));
    const { asked, load } = loading(known, { multipart: true });
    for (let time = 1; time <= 2; time += 1) {
      assert.deepEqual(outcomes(await load(rangeOf(0), rangeOf(2))), [CONTENTS[0], CONTENTS[2]], name);
      assert.equal(asked.length, 1 + 2 * time, name);
    }
  }
});

test("ranges that are missing, truncated or altered in a multipart response are fetched singly", async () => {
  const members = [rangeOf(0), rangeOf(2)];
  const faults: Record<string, (ranges: string) => Response> = {
    missing: (ranges) => multipartOf(STORED, ranges.replace(/,.*/, "")),
    another: (ranges) => multipartOf(STORED, ranges.replace(/,\d+/, `,${rangeOf(2).start + 1}`)),
    "cut short": (ranges) => multipartOf(STORED.slice(0, rangeOf(2).start + 9), ranges),
    altered: (ranges) => multipartOf(altered(2), ranges),
  };
  for (const [name, fault] of Object.entries(faults)) {
    const answer = (range: string | null) => (range?.includes(",") ? fault(range) : withRanges(range));
    const { asked, load } = loading(answer, { multipart: true });
    assert.deepEqual(outcomes(await load(...members)), [CONTENTS[0], CONTENTS[2]], name);
    assert.deepEqual(
      asked.map(({ range }) => range).slice(1),
      [`bytes=${rangeOf(2).start}-${rangeOf(2).end - 1}`],
      name,
    );
    await load(...members);
    assert.ok(asked[2]?.range?.includes(","), `${name}: still asked for both at once`);
  }
});
