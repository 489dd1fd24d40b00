// The start page of search-box tests. All tests of a file share a server and a browser.
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

/**
 * Opens the start page, or `html` in its place, sets the box's `encoder` if given, runs `body`, and expects no console
 * errors.
 */
export async function onPage(body, { encoder, html, inBrowser = browser, ...options } = {}) {
  const { page, problems, close } = await newPage(inBrowser, options);
  try {
    if (html)
      await page.route(
        ({ pathname }) => pathname === `/${START}`,
        (route) => route.fulfill({ contentType: "text/html", body: html }),
      );
    const box = await SearchBox.at(page, server.url + START);
    if (encoder) await box.setAttribute("encoder", encoder);
    await body(box, page, problems);
    assert.deepEqual(problems, []);
  } finally {
    server.fault = () => undefined;
    await close();
  }
}
