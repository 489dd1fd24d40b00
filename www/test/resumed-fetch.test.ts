/** Downloads in the background: stopped by a query, and gone on with by range. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { resumedFetch } from "../src/encoder/resumed-fetch.js";
import { Background } from "../src/fetch/background.js";
import type { Fetch } from "../src/fetch/http.js";

const CONTENT = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

/** A host that sends a hundred bytes and then nothing more, until it is asked again. */
function host(ranges: boolean, encoding?: string): { fetch: Fetch; asked: (string | null)[] } {
  const asked: (string | null)[] = [];
  const fetch: Fetch = async (_url, { headers, signal }) => {
    const range = new Headers(headers).get("range");
    asked.push(range);
    const start = ranges && range ? Number(/\d+/.exec(range)?.[0]) : 0;
    const isLast = asked.length > 2;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(CONTENT.slice(start, isLast ? undefined : start + 100 * asked.length));
        if (isLast) controller.close();
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    return new Response(body, {
      status: start > 0 ? 206 : 200,
      headers: encoding ? { "content-encoding": encoding } : {},
    });
  };
  return { fetch, asked };
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 20));

for (const [name, ranges, encoding, expected] of [
  ["by range", true, undefined, [null, "bytes=100-", "bytes=300-"]],
  ["from the start on a host without ranges", false, undefined, [null, "bytes=100-", "bytes=200-"]],
  ["from the start of what the browser decompresses", true, "gzip", [null, null, null]],
] as const) {
  test(`a download that two queries stop goes on ${name}`, async () => {
    const background = new Background();
    const { fetch, asked } = host(ranges, encoding);
    const response = await resumedFetch(background, fetch)("https://docs.example/file", {});
    const whole = response.arrayBuffer();
    for (const _ of [1, 2]) {
      await tick();
      const release = background.hold();
      await tick();
      const before = asked.length;
      await tick();
      assert.equal(asked.length, before, "nothing is asked for while a query is on its way");
      release(0);
    }
    assert.deepEqual(new Uint8Array(await whole), CONTENT);
    assert.deepEqual(asked, expected);
  });
}

test("the caller's signal ends a download, also during a pause", async () => {
  const background = new Background();
  const { fetch } = host(true);
  const abort = new AbortController();
  const response = await resumedFetch(background, fetch)("https://docs.example/file", {
    signal: abort.signal,
  });
  const whole = assert.rejects(response.arrayBuffer());
  const release = background.hold();
  abort.abort(new Error("enough"));
  await tick();
  release(0);
  await whole;
});

test("the time of who reads a download is not the network's", async (context) => {
  let now = 0;
  context.mock.method(performance, "now", () => now);
  const body = () =>
    new ReadableStream({
      async pull(controller) {
        await Promise.resolve();
        now += 10;
        if (now > 4000) controller.close();
        else controller.enqueue(new Uint8Array(20_000));
      },
    });
  const background = new Background();
  const fetch = resumedFetch(background, async () => new Response(body()));
  const reader = (await fetch("https://docs.example/file", {})).body?.getReader();
  for (let done: boolean | undefined = false; done === false;) {
    done = (await reader?.read())?.done;
    now += 1000;
  }
  assert.ok(background.bytes >= 60_000, `${background.bytes} bytes`);
  assert.ok(background.spent <= 100, `${background.spent} ms`);
});

test("what the browser kept says nothing of the network's speed", async (context) => {
  let entry: object | undefined;
  context.mock.method(performance, "getEntriesByName", () => (entry ? [entry] : []));
  for (const [size, counted] of [
    [{ transferSize: 0, decodedBodySize: 1000 }, 0],
    [{ transferSize: 1300, decodedBodySize: 1000 }, 1000],
    [{ transferSize: 0, decodedBodySize: 0 }, 1000], // of another origin, which does not tell
    [undefined, 1000],
  ] as const) {
    entry = size;
    const background = new Background();
    const fetch = resumedFetch(background, async () => new Response(CONTENT), true);
    const response = await fetch("https://docs.example/file", {});
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), CONTENT);
    assert.equal(background.bytes, counted, JSON.stringify(size));
  }
});
