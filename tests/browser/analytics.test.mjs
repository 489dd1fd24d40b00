// Analytics of a page with a box, in Chromium: what is sent, when, and for whom nothing is. Environment: as ask.test.mjs.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { BoxSite, pageWith } from "./box-site.mjs";
import { meanwhile, until } from "./still.mjs";

const sites = new BoxSite();
let server;
/** A server of the author's, on another origin. */
let log;

const script = (to, before = "") => `<script type="module">${before}
import { analytics } from "/docfuse/docfuse-analytics.js";
analytics({ to: ${JSON.stringify(to)} });</script>`;

before(async () => {
  await sites.start();
  log = { records: [], headers: [] };
  const http = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    log.headers.push(request.headers);
    log.records.push(...text.trim().split("\n").map(JSON.parse));
    response.writeHead(204).end();
  });
  await new Promise((listening) => http.listen(0, "127.0.0.1", listening));
  log.url = `http://127.0.0.1:${http.address().port}/log`;
  log.close = () => (http.closeAllConnections(), http.close());
  const cookie = "document.cookie = 'session=secret'; ";
  server = await sites.of({
    "index.html": pageWith({ title: "Start", head: script(log.url, cookie) }),
    "private.html": pageWith({
      title: "Private",
      head: script(log.url, "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });"),
    }),
    "track.html": pageWith({
      title: "Not tracked",
      head: script(log.url, "Object.defineProperty(navigator, 'doNotTrack', { value: '1' });"),
    }),
    "plausible.html": pageWith({
      title: "Service",
      head: script(
        "plausible",
        "globalThis.told = []; globalThis.plausible = (...it) => globalThis.told.push(it);",
      ),
    }),
    "off.html": pageWith({ title: "Off" }),
    "owls.html": pageWith({ title: "Owls", body: "<p>Owls hunt mice at night.</p>" }),
  });
});
beforeEach(() => {
  log.records.length = 0;
  log.headers.length = 0;
});
after(async () => {
  log?.close();
  await sites.stop();
});

async function ask(box, text) {
  await box.paste(text);
  await box.waitForAnswerTo(text);
}

/** Waits until as many records have come. */
async function received(count) {
  await until(async () => log.records.length >= count, `${count} records`);
  assert.equal(log.records.length, count, JSON.stringify(log.records));
}

test("the last query of a page is sent when the reader leaves, and no cookie with it", async () => {
  await sites.on(server, "index.html", async (box, page) => {
    await ask(box, "zeppelin");
    assert.deepEqual(log.records, []);
    await page.goto(`${server.url}off.html`);
    await received(1);
    assert.deepEqual(log.records, [{ query: "zeppelin", hits: 0, weak: false, click: null }]);
    const [{ cookie, referer, "content-type": type }] = log.headers;
    assert.deepEqual([cookie, referer, type], [undefined, undefined, "text/plain;charset=UTF-8"]);
  });
});

test("a hit that is opened is a click, and a private query is nothing", async () => {
  await sites.on(server, "index.html", async (box, page) => {
    for (const text of ["ann@example.org", "(555) 123-4567", "my password is swordfish"]) {
      await ask(box, text);
      await meanwhile(1600);
    }
    await ask(box, "owls");
    await box.hits.first().click();
    await page.waitForURL(/owls/);
    await received(1);
    assert.deepEqual(log.records, [{ query: "owls", hits: 1, weak: false, click: "owls.html#top" }]);
  });
});

test("readers who ask for privacy, and pages that do not call it, send nothing", async () => {
  for (const path of ["private.html", "track.html", "off.html"])
    await sites.on(server, path, async (box, page) => {
      await ask(box, "owls");
      await page.goto(`${server.url}owls.html`);
      await meanwhile(300);
      assert.deepEqual(log.records, []);
      const loaded = server.requests.filter((each) => each.includes("docfuse-analytics")).length;
      if (path === "off.html") assert.equal(loaded, 0, "nothing of it is loaded");
      server.requests.length = 0;
    });
});

test("a service in the page is told", async () => {
  await sites.on(server, "plausible.html", async (box, page) => {
    await ask(box, "zeppelin");
    await meanwhile(1600);
    await ask(box, "owls");
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
    assert.deepEqual(await page.evaluate(() => globalThis.told), [
      ["docfuse-search", { props: { query: "zeppelin", hits: 0, weak: false } }],
      ["docfuse-search", { props: { query: "owls", hits: 1, weak: false } }],
    ]);
  });
});
