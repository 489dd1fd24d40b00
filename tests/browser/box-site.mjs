// Small sites for tests of the box: pages with a modal or inline box, and a browser for all tests of a file.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { launchChromium, newPage } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { smallSite } from "./small-site.mjs";

/** A page with a box of these attributes, and `inner` in it; `head` and `body` are HTML. */
export function pageWith({ title = "Page", body = "", head = "", lang = "en", attributes = "", inner = "" }) {
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><link rel="icon" href="data:,">${head}
<title>${title}</title><docfuse-search ${attributes}>${inner}</docfuse-search>
<main><h1 id="top">${title}</h1>${body}</main>
<script type="module" src="/docfuse/docfuse.js"></script></html>`;
}

export class BoxSite {
  #browser;
  #sites = [];

  async start() {
    this.#browser = await launchChromium();
  }

  async stop() {
    await this.#browser?.close();
    for (const stop of this.#sites) await stop();
  }

  /** Builds and serves a site of these pages, by path; the arguments are those of `smallSite`. */
  async of(pages, options = [], more = {}) {
    const site = smallSite(pages, options, more);
    const server = await serve(site.folder);
    this.#sites.push(async () => {
      await server.close();
      site.remove();
    });
    return server;
  }

  /** Opens `path`, runs `body(box, page)`, and expects no console errors but those that match `expected`. */
  async on(server, path, body, { expected, ...options } = {}) {
    const { page, problems, close } = await newPage(this.#browser, options);
    try {
      const box = await SearchBox.at(page, server.url + path);
      await body(box, page);
      assert.deepEqual(
        problems.filter((problem) => !expected?.test(problem)),
        [],
      );
    } finally {
      server.fault = () => undefined;
      await close();
    }
  }
}

/** Makes the page follow hits by its own script, as single-page apps do. */
export const followHitsByScript = (page) =>
  page.evaluate(() =>
    document.addEventListener("docfuse-select", (event) => {
      event.preventDefault();
      history.pushState({}, "", event.detail.href);
    }),
  );

/** Types a query and waits for its answer. */
export async function ask(box, text) {
  await box.type(text);
  await box.waitForAnswerTo(text.trim());
}
