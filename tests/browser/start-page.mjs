// The page that tests of the search box begin on, on a server and in a browser that all tests of a file share.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/ and the search box in its pages.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";

const START = "ch01-00-getting-started.html";

let browser;
export let server;

before(async () => {
  server = await serve(required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/"));
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** Opens the start page, its box with the attribute `encoder` if given, runs `body`, and expects a silent console. */
export async function onPage(body, { encoder, ...options } = {}) {
  const { page, problems, close } = await newPage(browser, options);
  try {
    const box = await SearchBox.at(page, server.url + START);
    if (encoder) await box.setAttribute("encoder", encoder);
    await body(box, page);
    assert.deepEqual(problems, []);
  } finally {
    server.fault = () => undefined;
    await close();
  }
}
