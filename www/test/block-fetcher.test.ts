/** Fetching blocks: by range, or out of whole files on hosts without ranges; damage is always detected. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DocfuseError } from "../src/shared/error.js";
import type { Fetch } from "../src/fetch/http.js";
import { RangeCache } from "../src/fetch/range-cache.js";
import { BlockFetcher } from "../src/fetch/block-fetcher.js";
import type { BlockRequest } from "../src/shared/protocol.js";
import { byFile, coalesce } from "../src/fetch/coalesce.js";
import { FakeCaches, settled } from "./fake-caches.js";
import { BASE, encoded, multipartOf, noise, partOf } from "./fake-host.js";

const FILE = "postings-0.bin";
// Much longer than the bytes that may be fetched in excess to avoid a range request.
const CONTENTS = ["first ", "second ", "third ", "fourth "].map((word) => encoded(noise(word)));
const MEMBERS = [
  ...CONTENTS.slice(0, 3).map((content) => gzipSync(content)),
  encoded(noise("fourth ")), // stored raw
];
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
  { cache = new RangeCache(undefined), multipart = false } = {},
) {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, { cache, headers }) => {
    const range = new Headers(headers).get("range");
    asked.push({ name: url.slice(BASE.length), range, cache });
    return answer(range, asked.length);
  };
  const fetcher = new BlockFetcher(fetch, BASE, cache, multipart);
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
function outcomes(results: PromiseSettledResult<Uint8Array>[]): unknown[] {
  return results.map((result) => {
    if (result.status === "fulfilled") return result.value;
    assert.ok(result.reason instanceof DocfuseError, String(result.reason));
    assert.equal(result.reason.file, FILE);
    return result.reason.code;
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
  const other = { ...rangeOf(1), file: "a.bin" };
  assert.deepEqual(byFile([rangeOf(0), other, rangeOf(1)]), [[rangeOf(0), rangeOf(1)], [other]]);
  assert.deepEqual(coalesce([rangeOf(1), rangeOf(0)])[0]?.ranges, [rangeOf(0), rangeOf(1)]);
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
  const other = { ...rangeOf(2), file: "postings-1.bin" };
  assert.deepEqual(outcomes(await load(other)), [CONTENTS[2]]);
  assert.deepEqual(asked[1], { name: "postings-1.bin", range: null, cache: "force-cache" });
});

test("an error page in place of a file does not end range requests", async () => {
  const page = new Response("<!doctype html><title>Sign in</title>");
  const { asked, load } = loading((range, count) => (count === 1 ? page : withRanges(range)));
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(rangeOf(3))), [CONTENTS[3]]);
  assert.ok(asked.every(({ range }) => range !== null));
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
  const content = new Uint8Array(size);
  const { asked, load } = loading(() => new Response(content));
  const of = (name: string): BlockRequest => ({
    id: 0,
    file: `${name}.bin`,
    start: 0,
    end: 10,
    size,
    bytes: 10,
  });
  for (const name of ["a", "b", "a", "c", "a", "b"]) {
    assert.equal((await load(of(name)))[0]?.status, "fulfilled");
  }
  assert.deepEqual(
    asked.map(({ name }) => name),
    ["a.bin?0", "b.bin", "c.bin", "b.bin"],
  );
});

test("wrong ranges, short and long bodies, and 416 are damaged, after a retry past the cache", async () => {
  const { start, end } = rangeOf(1);
  const part = (headers: HeadersInit, to = end) =>
    new Response(STORED.slice(start, to), { status: 206, headers });
  const right = `bytes ${start}-${end - 1}/${STORED.byteLength}`;
  const answers: Record<string, () => Response> = {
    "416": () => new Response("", { status: 416 }),
    "another start": () => part({ "content-range": `bytes 0-${end - 1}/${STORED.byteLength}` }),
    "another size": () => part({ "content-range": `bytes ${start}-${end - 1}/${STORED.byteLength + 1}` }),
    "no range": () => part({}),
    "short body": () => part({ "content-range": right }, end - 1),
    "long body": () => part({ "content-range": right }, end + 1),
    "short file": () => new Response(STORED.slice(0, -1)),
    "another gzip": () => {
      const bytes = STORED.slice(start, end);
      bytes[20] = 255 - (bytes[20] ?? 0);
      return new Response(bytes, { status: 206, headers: { "content-range": right } });
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    const { asked, load } = loading(answer);
    assert.deepEqual(outcomes(await load(rangeOf(1))), ["damaged"], name);
    assert.deepEqual(
      asked.map(({ cache }) => cache),
      ["force-cache", "reload"],
      name,
    );
  }
});

test("another origin may hide the range, not the length", async () => {
  const { start, end } = rangeOf(1);
  const hidden = (to: number) => {
    const response = new Response(STORED.slice(start, to), { status: 206 });
    Object.defineProperty(response, "type", { value: "cors" });
    return response;
  };
  assert.deepEqual(outcomes(await loading(() => hidden(end)).load(rangeOf(1))), [CONTENTS[1]]);
  assert.deepEqual(outcomes(await loading(() => hidden(end - 1)).load(rangeOf(1))), ["damaged"]);
});

test("a block that decompresses to more than the index says is damaged", async () => {
  for (const index of [0, 3]) {
    const { load } = loading(withRanges);
    const small = { ...rangeOf(index), bytes: rangeOf(index).bytes - 1 };
    assert.deepEqual(outcomes(await load(small)), ["damaged"]);
  }
});

test("a damaged block leaves its neighbours intact, and a fetch past the cache repairs it", async () => {
  const altered = STORED.slice();
  altered[rangeOf(1).start + 20] = 255 - (altered[rangeOf(1).start + 20] ?? 0);
  const always = loading((range) => partOf(altered, range ?? ""));
  assert.deepEqual(outcomes(await always.load(rangeOf(0), rangeOf(1), rangeOf(2))), [
    CONTENTS[0],
    "damaged",
    CONTENTS[2],
  ]);
  const once = loading((range, count) => partOf(count === 1 ? altered : STORED, range ?? ""));
  assert.deepEqual(outcomes(await once.load(rangeOf(0), rangeOf(1))), [CONTENTS[0], CONTENTS[1]]);
});

test("a damaged whole file in memory is fetched again", async () => {
  const altered = STORED.slice();
  altered[rangeOf(1).start + 20] = 255 - (altered[rangeOf(1).start + 20] ?? 0);
  const { asked, load } = loading((_range, count) => new Response(count === 1 ? altered : STORED));
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(rangeOf(1))), [CONTENTS[1]]);
  assert.deepEqual(
    asked.map(({ cache }) => cache),
    ["force-cache", "reload"],
  );
});

test("a missing file is requested once, an unreachable one twice", async () => {
  for (const status of [404, 410, 403]) {
    const absent = loading(() => new Response("", { status }));
    assert.deepEqual(outcomes(await absent.load(rangeOf(0), rangeOf(1))), ["not-found", "not-found"]);
    assert.equal(absent.asked.length, 1, `${status}`);
  }
  for (const status of [429, 503]) {
    const busy = loading((range, count) => (count === 1 ? new Response("", { status }) : withRanges(range)));
    assert.deepEqual(outcomes(await busy.load(rangeOf(0))), [CONTENTS[0]], `${status}`);
  }
  const broken = loading((range, count) => {
    if (count === 1) throw new TypeError("Failed to fetch");
    return withRanges(range);
  });
  assert.deepEqual(outcomes(await broken.load(rangeOf(0))), [CONTENTS[0]]);
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
  const { asked, load } = loading(withRanges);
  const start = 16;
  const most: BlockRequest = {
    id: 0,
    file: FILE,
    start,
    end: STORED.length,
    size: STORED.length,
    bytes: STORED.length,
  };
  const [outcome] = await load(most);
  assert.deepEqual(outcome, { status: "fulfilled", value: STORED.subarray(start) });
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
  assert.ok([...again.values()].every(({ status }) => status === "fulfilled"));
  assert.equal(asked.length, 2, "past what is kept, and still at once");
});

test("a host that turns out not to support several ranges gets single ones from then on", async () => {
  const strange: Record<string, () => Response> = {
    "the whole file": whole,
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
    altered: (ranges) => {
      const altered = STORED.slice();
      altered[rangeOf(2).start + 20] = 255 - (altered[rangeOf(2).start + 20] ?? 0);
      return multipartOf(altered, ranges);
    },
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
