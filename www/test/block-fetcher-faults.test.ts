/** Fetching blocks from hosts that answer wrongly, late or not at all; damage is always detected. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { STALL_MS } from "../src/fetch/http.js";
import type { Rangeless } from "../src/fetch/block-fetcher.js";
import type { BlockRequest } from "../src/shared/protocol.js";
import {
  CONTENTS,
  STORED,
  altered,
  loading,
  outcomes,
  rangeOf,
  sorts,
  whole,
  withRanges,
} from "./fake-blocks.js";
import { partOf } from "./fake-host.js";
import { timed } from "./mocked-time.js";

test("an error page in place of a file is no answer: the whole file is fetched", async () => {
  const page = new Response("<!doctype html><title>Sign in</title>");
  const { asked, load } = loading((range, count) => (count === 1 ? page : withRanges(range)));
  assert.deepEqual(outcomes(await load(rangeOf(0))), [CONTENTS[0]]);
  assert.equal(sorts(asked), "rw");
});

test("whatever is wrong with a range, the whole file is fetched once, and only whole files from then on", async () => {
  const { start, end } = rangeOf(1);
  const part = (from: number, to: number) => new Response(STORED.slice(from, to), { status: 206 });
  const another = STORED.slice(start, end);
  another[4] = rangeOf(0).start;
  const broken = () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError("cut off")) }), {
      status: 206,
    });
  const answers: Record<string, [requests: string, answer: () => Response | Promise<Response>]> = {
    "416": ["rRw", () => new Response("", { status: 416 })],
    "403": ["rRw", () => new Response("", { status: 403 })],
    "404": ["rRw", () => new Response("", { status: 404 })],
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
    "another block of as many bytes": ["rw", () => new Response(another.slice(), { status: 206 })],
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
  assert.equal(sorts(asked), "rrRwR");
});

test("what is learnt of a host outlasts a new deployment", async () => {
  const rangeless: Rangeless = new Set();
  const first = loading((range) => (range ? new Response("", { status: 416 }) : whole()), { rangeless });
  await first.load(rangeOf(0));
  const second = loading(whole, { rangeless });
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
    assert.equal(sorts(asked), "rRwW", name);
    await load(rangeOf(1));
    assert.equal(asked[4]?.range === null, false, `${name}: ranges may be no worse`);
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

test("a missing file is requested past the cache, by range and whole; an unreachable one twice each", async () => {
  for (const status of [404, 410, 403]) {
    const absent = loading(() => new Response("", { status }));
    assert.deepEqual(outcomes(await absent.load(rangeOf(0), rangeOf(1))), ["not-found", "not-found"]);
    assert.equal(sorts(absent.asked), "rRwW", `${status}`);
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

test("several ranges that are requested anew share one download of the whole file", async () => {
  const { asked, load, fetcher } = loading(whole);
  await load(rangeOf(0));
  const ranges = [rangeOf(0), rangeOf(2)];
  const again = await fetcher.load(ranges, true);
  // Blocks come in the order in which they are decompressed.
  const inOrder = ranges.map((range) => again.get(range) ?? assert.fail());
  assert.deepEqual(outcomes(inOrder), [CONTENTS[0], CONTENTS[2]]);
  assert.equal(sorts(asked), "rW");
});
