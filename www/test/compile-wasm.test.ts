/** Modules compile however the host sends them; what is no module, or does not arrive, is an error with its code. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { compileWasm } from "../src/encoder/compile-wasm.js";
import { STALL_MS } from "../src/fetch/http.js";
import { timed } from "./mocked-time.js";

/** A module that exports a function `f`. */
const MODULE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
  ...[10, 4, 1, 2, 0, 0x0b],
]);
const STORED = new Uint8Array(gzipSync(MODULE));
const NAME = "docfuse_full.wasm.hdf";

/** Compiles what `answer` sends; lists the cache modes of the requests. */
async function compiled(answer: (count: number) => Response) {
  const caches: (RequestCache | undefined)[] = [];
  const module = compileWasm(
    (_url, { cache }) => {
      caches.push(cache);
      return Promise.resolve(answer(caches.length));
    },
    new URL(`https://docs.example/docfuse/${NAME}?v=1`),
  );
  return { exports: WebAssembly.Module.exports(await module).map(({ name }) => name), caches };
}

const cutOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(STORED.slice(0, 20));
        controller.error(new TypeError("network error"));
      },
    }),
  );

test("a module compiles as stored or as a host decompressed it, whatever its type", async () => {
  for (const body of [STORED, MODULE]) {
    for (const type of ["application/x-hdf", "text/plain", "application/wasm"]) {
      const { exports, caches } = await compiled(
        () => new Response(body, { headers: { "content-type": type } }),
      );
      assert.deepEqual(exports, ["f"]);
      assert.deepEqual(caches, ["force-cache"]);
    }
  }
});

test("what fails once is fetched again past the cache", async () => {
  for (const fault of [() => new Response(STORED.slice(0, -9)), cutOff]) {
    const { exports, caches } = await compiled((count) => (count === 1 ? fault() : new Response(STORED)));
    assert.deepEqual(exports, ["f"]);
    assert.deepEqual(caches, ["force-cache", "reload"]);
  }
});

test("each kind of failure has its code", async () => {
  const altered = STORED.slice();
  altered[20] = 255 - (altered[20] ?? 0);
  for (const [code, answer] of [
    ["damaged", () => new Response(altered)],
    ["damaged", () => new Response("<!doctype html>")],
    ["damaged", () => new Response("")],
    ["not-found", () => new Response("", { status: 404 })],
    ["network", () => new Response("", { status: 500 })],
    ["network", cutOff],
  ] as const) {
    await assert.rejects(compiled(answer), { code, file: NAME });
  }
});

test("a module that stalls in the middle is given up, twice", async (t) => {
  const half = () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(STORED.slice(0, 20)) }));
  const [, seconds] = await timed(t, () => assert.rejects(compiled(half), { code: "network", file: NAME }));
  assert.ok(seconds * 1000 >= 2 * STALL_MS && seconds * 1000 < 3 * STALL_MS, `${seconds} s`);
});
