// What loads when: opening loads no megabytes, names load no encoder, and a query stops what loads behind answers. Faults of
// workers and scripts, caused.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/ and the search box in its pages.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { required } from "./chromium.mjs";
import { holding } from "./server.mjs";
import { onPage, server } from "./start-page.mjs";
import { meanwhile, until } from "./still.mjs";

const QUESTION = "how do I share data between threads";
/** Bytes that opening may load, without compression by the host. */
const MOST_OPENED = 300_000;

const site = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");

/** Runs `body` with the box of the start page; what loads with the page itself is forgotten. */
const withBox = (body) =>
  onPage((...page) => {
    server.requests.length = 0;
    return body(...page);
  });

const requested = (kind) => server.requests.filter((path) => path.startsWith(`/docfuse/${kind}`));
const show = (box) => box.host.evaluate((host) => host.show());

test("a box that is opened and left loads neither encoder nor lexicon", async () => {
  await withBox(async (box, page) => {
    await show(box);
    await meanwhile(3000);
    const paths = new Set(server.requests.filter((path) => path.startsWith("/docfuse/")));
    const bytes = [...paths].reduce((sum, path) => sum + statSync(join(site, path)).size, 0);
    assert.ok(paths.size > 0 && bytes <= MOST_OPENED, `${bytes} bytes: ${[...paths]}`);
    for (const kind of ["docfuse-dense", "docfuse_", "model-", "termvectors-", "dense-"])
      assert.deepEqual(requested(kind), []);
  });
});

test("a name loads no encoder, a question does, behind its answer", async () => {
  await withBox(async (box, page) => {
    await show(box);
    await box.type("unwrap_or_else");
    await box.waitForAnswerTo("unwrap_or_else", 2);
    await meanwhile(1000);
    assert.deepEqual(requested("model-"), []);
    await box.type(QUESTION);
    await box.waitForAnswerTo(QUESTION);
    await until(() => requested("model-").length > 0, "the encoder loads");
  });
});

test("a query stops the encoder's download, which goes on by range behind it", async () => {
  // Slow enough that the next query comes in between.
  server.habits = [(reply) => reply.path.includes("/model-") && (reply.sending = { pieces: 200 })];
  try {
    await withBox(async (box, page) => {
      await show(box);
      await box.type(QUESTION);
      await until(() => requested("model-").length > 0, "the encoder loads");
      await meanwhile(500);
      const before = requested("model-").length;
      server.ranges.length = 0;
      // Its ranges come late, so that the trace shows who waits.
      const release = holding(server, /\/(terms|texts)-/);
      await box.type("borrow checker");
      await meanwhile(400);
      assert.equal(requested("model-").length, before, "nothing is asked for while the query waits");
      release();
      await box.waitForAnswerTo("borrow checker");
      await until(() => server.ranges.some((path) => path.includes("/model-")), "it goes on by range");
      const order = server.ranges.map((path) => (path.includes("/model-") ? "model" : "query"));
      assert.equal(order[0], "query", order.join(" "));
    });
  } finally {
    server.habits = [];
  }
});

test("a worker that closes silently is replaced, and the query is asked again", async () => {
  await withBox(async (box, page) => {
    await page.addInitScript(() => {
      const { Worker: Native } = globalThis;
      globalThis.started = 0;
      globalThis.Worker = class extends Native {
        constructor(script, options) {
          // The first one answers nothing once it has opened the index.
          globalThis.started += 1;
          super(script, options);
          if (globalThis.started > 1) return;
          this.postMessage = (message) => message.type === "open" && super.postMessage(message);
        }
      };
    });
    await page.reload();
    await show(box);
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    assert.equal(await page.evaluate(() => globalThis.started), 2);
  });
});

test("without docfuse-ui.js the box says so, and a button tries again", async () => {
  await withBox(async (box, page, problems) => {
    server.fault = (path) => (path.includes("docfuse-ui.js") ? "missing" : undefined);
    await box.host.evaluate((host) => host.focus());
    await box.retry.waitFor();
    server.fault = () => undefined;
    await box.retry.click();
    await box.type("ownership");
    await box.waitForAnswerTo("ownership");
    assert.equal(await box.host.locator(".unavailable").isVisible(), false);
    assert.match(problems.splice(0).join(), /docfuse-ui\.js/);
  });
});
