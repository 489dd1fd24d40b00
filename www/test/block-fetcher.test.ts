/** Pieces of files: by range where the host knows ranges, out of whole files where not, never unnoticed damage. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DocfuseError } from "../src/shared/error.js";
import type { Fetch } from "../src/fetch/http.js";
import { RangeCache } from "../src/fetch/range-cache.js";
import { BlockFetcher } from "../src/fetch/block-fetcher.js";
import type { ByteRange } from "../src/shared/protocol.js";
import { byFile, coalesce } from "../src/fetch/coalesce.js";
import { FakeCaches, settled } from "./fake-caches.js";
import { BASE, encoded, multipartOf, noise, partOf } from "./fake-host.js";

const FILE = "postings-0.bin";
// Much longer than what is fetched unasked rather than by a range.
const CONTENTS = ["first ", "second ", "third ", "fourth "].map((word) => encoded(noise(word)));
const MEMBERS = [
  ...CONTENTS.slice(0, 3).map((content) => gzipSync(content)),
  encoded(noise("fourth ")), // stored raw
];
const STORED = new Uint8Array(Buffer.concat(MEMBERS));

const PIECES: ByteRange[] = [];
for (const [index, member] of MEMBERS.entries()) {
  const start = PIECES.at(-1)?.end ?? 0;
  const bytes = CONTENTS[index]?.byteLength ?? 0;
  PIECES.push({ file: FILE, start, end: start + member.byteLength, size: STORED.byteLength, bytes });
}
const piece = (index: number): ByteRange => PIECES[index] ?? assert.fail(`no piece ${index}`);

interface Asked {
  readonly name: string;
  readonly range: string | null;
  readonly cache: RequestCache | undefined;
}

/** A loader whose requests are answered by `answer`, given the range and the number of the request. */
function loading(
  answer: (range: string | null, count: number) => Response | Promise<Response>,
  { parts = new RangeCache(undefined), multipart = false } = {},
) {
  const asked: Asked[] = [];
  const fetch: Fetch = async (url, { cache, headers }) => {
    const range = new Headers(headers).get("range");
    asked.push({ name: url.slice(BASE.length), range, cache });
    return answer(range, asked.length);
  };
  const loader = new BlockFetcher(fetch, BASE, parts, multipart);
  const load = async (...pieces: ByteRange[]) => {
    const loads = await Promise.all(byFile(pieces).map((group) => loader.load(group, false)));
    const outcomes = new Map(loads.flatMap((each) => [...each]));
    return [...pieces].sort((a, b) => a.start - b.start).map((each) => outcomes.get(each) ?? assert.fail());
  };
  return { asked, load, loader };
}

const withRanges = (range: string | null) => (range ? partOf(STORED, range) : new Response(STORED));
const whole = () => new Response(STORED);

/** What pieces opened to: their content, or the code of the error. */
function outcomes(results: PromiseSettledResult<Uint8Array>[]): unknown[] {
  return results.map((result) => {
    if (result.status === "fulfilled") return result.value;
    assert.ok(result.reason instanceof DocfuseError, String(result.reason));
    assert.equal(result.reason.file, FILE);
    return result.reason.code;
  });
}

test("a piece is asked for by its range, and opened", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(piece(1))), [CONTENTS[1]]);
  const { start, end } = piece(1);
  const range = `bytes=${start}-${end - 1}`;
  assert.deepEqual(asked, [{ name: `${FILE}?${start}`, range, cache: "force-cache" }]);
});

test("neighbours are one request, whatever their order; others are requests of their own", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(piece(3), piece(0), piece(2))), [
    CONTENTS[0],
    CONTENTS[2],
    CONTENTS[3],
  ]);
  assert.deepEqual(
    asked.map(({ range }) => range),
    [`bytes=0-${piece(0).end - 1}`, `bytes=${piece(2).start}-${STORED.byteLength - 1}`],
  );
});

test("pieces of different files are never joined", () => {
  const other = { ...piece(1), file: "a.bin" };
  assert.deepEqual(byFile([piece(0), other, piece(1)]), [[piece(0), piece(1)], [other]]);
  assert.deepEqual(coalesce([piece(1), piece(0)])[0]?.ranges, [piece(0), piece(1)]);
});

test("a whole file is asked for without a range", async () => {
  const { asked, load } = loading(withRanges);
  assert.deepEqual(outcomes(await load(...PIECES)), CONTENTS);
  assert.deepEqual(asked, [{ name: FILE, range: null, cache: "force-cache" }]);
});

test("a host without ranges sends a file once, and is not asked for ranges again", async () => {
  const { asked, load } = loading(whole);
  assert.deepEqual(outcomes(await load(piece(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(piece(1), piece(3))), [CONTENTS[1], CONTENTS[3]]);
  assert.equal(asked.length, 1);
  const other = { ...piece(2), file: "postings-1.bin" };
  assert.deepEqual(outcomes(await load(other)), [CONTENTS[2]]);
  assert.deepEqual(asked[1], { name: "postings-1.bin", range: null, cache: "force-cache" });
});

test("a page in place of a file does not end the asking for ranges", async () => {
  const page = new Response("<!doctype html><title>Sign in</title>");
  const { asked, load } = loading((range, count) => (count === 1 ? page : withRanges(range)));
  assert.deepEqual(outcomes(await load(piece(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(piece(3))), [CONTENTS[3]]);
  assert.ok(asked.every(({ range }) => range !== null));
});

test("runs of a file that meet such a host together share one download", async () => {
  const cancelled: number[] = [];
  const { asked, load } = loading((_range, count) => {
    const response = whole();
    const stream = response.body ?? assert.fail();
    const cancel = stream.cancel.bind(stream);
    stream.cancel = (reason) => (cancelled.push(count), cancel(reason));
    return response;
  });
  assert.deepEqual(outcomes(await load(piece(0), piece(2))), [CONTENTS[0], CONTENTS[2]]);
  assert.equal(asked.length, 2);
  assert.deepEqual(cancelled, [2]);
});

test("files beyond the memory for them are fetched again, the oldest first to go", async () => {
  const size = 3 << 20;
  const content = new Uint8Array(size);
  const { asked, load } = loading(() => new Response(content));
  const of = (name: string): ByteRange => ({ file: `${name}.bin`, start: 0, end: 10, size, bytes: 10 });
  for (const name of ["a", "b", "a", "c", "a", "b"]) {
    assert.equal((await load(of(name)))[0]?.status, "fulfilled");
  }
  assert.deepEqual(
    asked.map(({ name }) => name),
    ["a.bin?0", "b.bin", "c.bin", "b.bin"],
  );
});

test("wrong ranges, short and long bodies, and 416 are damaged, after one more try past the cache", async () => {
  const { start, end } = piece(1);
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
    assert.deepEqual(outcomes(await load(piece(1))), ["damaged"], name);
    assert.deepEqual(
      asked.map(({ cache }) => cache),
      ["force-cache", "reload"],
      name,
    );
  }
});

test("a host of another origin may hide the range, not the length", async () => {
  const { start, end } = piece(1);
  const hidden = (to: number) => {
    const response = new Response(STORED.slice(start, to), { status: 206 });
    Object.defineProperty(response, "type", { value: "cors" });
    return response;
  };
  assert.deepEqual(outcomes(await loading(() => hidden(end)).load(piece(1))), [CONTENTS[1]]);
  assert.deepEqual(outcomes(await loading(() => hidden(end - 1)).load(piece(1))), ["damaged"]);
});

test("a piece that opens to more than the index says is damaged", async () => {
  for (const index of [0, 3]) {
    const { load } = loading(withRanges);
    const small = { ...piece(index), bytes: piece(index).bytes - 1 };
    assert.deepEqual(outcomes(await load(small)), ["damaged"]);
  }
});

test("a damaged piece does not take its neighbours along, and is healed by what is not in the cache", async () => {
  const altered = STORED.slice();
  altered[piece(1).start + 20] = 255 - (altered[piece(1).start + 20] ?? 0);
  const always = loading((range) => partOf(altered, range ?? ""));
  assert.deepEqual(outcomes(await always.load(piece(0), piece(1), piece(2))), [
    CONTENTS[0],
    "damaged",
    CONTENTS[2],
  ]);
  const once = loading((range, count) => partOf(count === 1 ? altered : STORED, range ?? ""));
  assert.deepEqual(outcomes(await once.load(piece(0), piece(1))), [CONTENTS[0], CONTENTS[1]]);
});

test("a damaged whole file in memory is fetched anew", async () => {
  const altered = STORED.slice();
  altered[piece(1).start + 20] = 255 - (altered[piece(1).start + 20] ?? 0);
  const { asked, load } = loading((_range, count) => new Response(count === 1 ? altered : STORED));
  assert.deepEqual(outcomes(await load(piece(0))), [CONTENTS[0]]);
  assert.deepEqual(outcomes(await load(piece(1))), [CONTENTS[1]]);
  assert.deepEqual(
    asked.map(({ cache }) => cache),
    ["force-cache", "reload"],
  );
});

test("an absent file is not asked for twice, one that could not be fetched is", async () => {
  for (const status of [404, 410, 403]) {
    const absent = loading(() => new Response("", { status }));
    assert.deepEqual(outcomes(await absent.load(piece(0), piece(1))), ["not-found", "not-found"]);
    assert.equal(absent.asked.length, 1, `${status}`);
  }
  for (const status of [429, 503]) {
    const busy = loading((range, count) => (count === 1 ? new Response("", { status }) : withRanges(range)));
    assert.deepEqual(outcomes(await busy.load(piece(0))), [CONTENTS[0]], `${status}`);
  }
  const broken = loading((range, count) => {
    if (count === 1) throw new TypeError("Failed to fetch");
    return withRanges(range);
  });
  assert.deepEqual(outcomes(await broken.load(piece(0))), [CONTENTS[0]]);
});

test("what an earlier page fetched by range is not fetched again, unless it is damaged", async () => {
  const caches = new FakeCaches();
  const visit = async () => {
    const parts = new RangeCache(caches);
    await settled();
    return loading(withRanges, { parts });
  };
  const first = await visit();
  await first.load(piece(0), piece(1), piece(3));
  assert.equal(first.asked.length, 2);
  await settled();
  const second = await visit();
  assert.deepEqual(outcomes(await second.load(piece(1), piece(2), piece(3))), CONTENTS.slice(1));
  assert.deepEqual(
    second.asked.map(({ range }) => range),
    [`bytes=${piece(2).start}-${piece(2).end - 1}`],
  );
  await settled();
  const [key, kept] = [...caches.entries].at(-1) ?? assert.fail();
  kept[20] = 255 - (kept[20] ?? 0);
  const third = await visit();
  assert.deepEqual(outcomes(await third.load(piece(2))), [CONTENTS[2]]);
  assert.equal(third.asked.length, 1);
  await settled();
  assert.deepEqual(caches.entries.get(key), new Uint8Array(MEMBERS[2] ?? assert.fail()));
});

test("all but a little of a file is asked for as a whole, which every browser keeps", async () => {
  const { asked, load } = loading(withRanges);
  const start = 16;
  const most: ByteRange = {
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

test("several runs of a file are one request where the host is said to know that", async () => {
  const caches = new FakeCaches();
  const parts = new RangeCache(caches);
  await settled();
  const several = (range: string | null) => multipartOf(STORED, range ?? "");
  const { asked, load, loader } = loading(several, { parts, multipart: true });
  assert.deepEqual(outcomes(await load(piece(0), piece(2))), [CONTENTS[0], CONTENTS[2]]);
  const [first, second] = [piece(0), piece(2)].map(({ start, end }) => `${start}-${end - 1}`);
  assert.deepEqual(asked, [{ name: FILE, range: `bytes=${first},${second}`, cache: "no-store" }]);
  await settled();
  assert.equal(caches.entries.size, 2, "browsers keep no such answers");
  const again = await loader.load([piece(0), piece(2)], true);
  assert.ok([...again.values()].every(({ status }) => status === "fulfilled"));
  assert.equal(asked.length, 2, "past what is kept, and still at once");
});

test("a host that is said to know several ranges and does not is asked for one at a time from then on", async () => {
  const strange: Record<string, () => Response> = {
    "the whole file": whole,
    "the first range alone": () => withRanges(`bytes=${piece(0).start}-${piece(0).end - 1}`),
    "an error": () => new Response("", { status: 416 }),
    "no parts": () => new Response("", { status: 206, headers: { "content-type": "multipart/byteranges" } }),
  };
  for (const [name, answer] of Object.entries(strange)) {
    const known = (range: string | null) => (range?.includes(",") ? answer() : withRanges(range));
    const { asked, load } = loading(known, { multipart: true });
    for (let time = 1; time <= 2; time += 1) {
      assert.deepEqual(outcomes(await load(piece(0), piece(2))), [CONTENTS[0], CONTENTS[2]], name);
      assert.equal(asked.length, 1 + 2 * time, name);
    }
  }
});

test("of several ranges in one answer, what is missing, cut short or altered is asked for alone", async () => {
  const members = [piece(0), piece(2)];
  const faults: Record<string, (ranges: string) => Response> = {
    missing: (ranges) => multipartOf(STORED, ranges.replace(/,.*/, "")),
    another: (ranges) => multipartOf(STORED, ranges.replace(/,\d+/, `,${piece(2).start + 1}`)),
    "cut short": (ranges) => multipartOf(STORED.slice(0, piece(2).start + 9), ranges),
    altered: (ranges) => {
      const altered = STORED.slice();
      altered[piece(2).start + 20] = 255 - (altered[piece(2).start + 20] ?? 0);
      return multipartOf(altered, ranges);
    },
  };
  for (const [name, fault] of Object.entries(faults)) {
    const answer = (range: string | null) => (range?.includes(",") ? fault(range) : withRanges(range));
    const { asked, load } = loading(answer, { multipart: true });
    assert.deepEqual(outcomes(await load(...members)), [CONTENTS[0], CONTENTS[2]], name);
    assert.deepEqual(
      asked.map(({ range }) => range).slice(1),
      [`bytes=${piece(2).start}-${piece(2).end - 1}`],
      name,
    );
    await load(...members);
    assert.ok(asked[2]?.range?.includes(","), `${name}: still asked for both at once`);
  }
});
