// Search on hosts that treat byte ranges and files in all ways that are known of hosts: the same answers everywhere, at
// worst for more bytes; what cannot be had is said as a failure.
//
// DOCFUSE_DEMO_SITE: a copy of the Rust Book with its index in docfuse/.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { HOSTS, LOST, RIGHT_RANGES } from "./host-habits.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";

const QUERIES = [
  "ownership",
  "onwership",
  '"borrow checker"',
  "how to read a file given on the command line",
];
const PAGE = "foreword.html";

/** Hosts tested at the same time. */
const AT_ONCE = 3;

let chromium;

before(async () => {
  chromium = await launchChromium();
});

after(async () => {
  await chromium?.close();
});

/** Runs `body` with the book served by a host with these habits. */
async function onHost(habits, body) {
  const site = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");
  const server = await serve(site, { habits });
  try {
    return await body(server);
  } finally {
    await server.close();
  }
}

/** Runs in a page: the lexical answers to `queries`, and with `encoder` the hybrid answer to the last one. */
async function answers({ queries, encoder }) {
  const { open } = await import("/docfuse/docfuse.js");
  const search = await open({ base: "/docfuse/", encoder: encoder ? "auto" : "off" });
  const found = [];
  const ask = async (text, mode) => {
    const { hits, degraded } = await search.query(text, { mode });
    found.push({ urls: hits.map(({ url }) => url), degraded });
  };
  for (const text of queries) await ask(text, "lexical");
  if (encoder) {
    await search.whenReady();
    await ask(queries.at(-1), "hybrid");
  }
  search.close();
  return found;
}

/** What a browser answers on a host: by `ask(url, work, argument)`, it runs `work` in the page at `url`. */
async function answersOn(ask, habits, encoder) {
  return onHost(habits, async (server) => {
    const found = await ask(server.url + PAGE, answers, { queries: QUERIES, encoder });
    return { found, ranges: server.ranges.length };
  });
}

/** Runs `work` in a new profile of Chromium. */
async function askChromium(url, work, argument) {
  const { page, close } = await newPage(chromium);
  try {
    await page.goto(url);
    return await page.evaluate(work, argument);
  } finally {
    await close();
  }
}

/** Checks that a browser gives the answers of an ordinary host on every other one. */
async function check(t, ask) {
  const usual = await answersOn(ask, [], true);
  const isWhole = ({ urls, degraded }) => urls.length > 0 && degraded === null;
  assert.ok(usual.found.every(isWhole), JSON.stringify(usual.found));
  const all = [false, true].flatMap((encoder) =>
    Object.entries(encoder ? HOSTS.touchAll : HOSTS.rangesAlone).map((host) => [...host, encoder]),
  );
  const run = async () => {
    for (let next; (next = all.shift());) {
      const [name, habits, encoder] = next;
      await t.test(`a host that ${name}`, async () => {
        const { found, ranges } = await answersOn(ask, habits, encoder);
        assert.deepEqual(found, usual.found.slice(0, found.length));
        // A host whose ranges are no use is asked for few: those of the first round trip.
        if (!RIGHT_RANGES.includes(name))
          assert.ok(ranges < usual.ranges / 2, `${ranges} of ${usual.ranges}`);
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

test("every host gives the same answers in Chromium", { concurrency: AT_ONCE }, (t) => check(t, askChromium));

// Not in WebKit: one page at a time, it took nearly three minutes.
const [{ skip, launch }] = ENGINES;

test("every host gives the same answers in Firefox", { concurrency: AT_ONCE, skip }, async (t) => {
  const firefox = await launch();
  try {
    // One page at a time.
    let turn = Promise.resolve();
    await check(t, (url, work, argument) => {
      const outcome = turn.then(async () => {
        await firefox.goto(url);
        return firefox.evaluate(work, argument);
      });
      turn = outcome.catch(() => undefined);
      return outcome;
    });
  } finally {
    await firefox.close();
  }
});

test(
  "what cannot be had is said to be a failure, and “Try again” recovers",
  { concurrency: AT_ONCE },
  async (t) => {
    await Promise.all(
      Object.entries(LOST).map(([name, habits]) =>
        t.test(`a host that ${name}`, () =>
          onHost(habits, async (server) => {
            const { page, close } = await newPage(chromium);
            try {
              const box = await SearchBox.at(page, server.url + PAGE);
              await box.setAttribute("encoder", "off");
              await box.input.fill("ownership");
              await box.retry.waitFor();
              assert.doesNotMatch(await box.panel.innerText(), /nothing/i);
              server.habits = [];
              await box.retry.click();
              await box.hits.first().waitFor();
              assert.equal(await box.retry.isVisible(), false);
            } finally {
              await close();
            }
          }),
        ),
      ),
    );
  },
);

/** In a page, with the box: types, waits for “Try again”, and returns what the box says. */
async function askTheLost() {
  const box = document.querySelector("docfuse-search");
  box.setAttribute("encoder", "off");
  box.show();
  const { shadowRoot } = box;
  const input = shadowRoot.querySelector("input");
  input.value = "ownership";
  input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  const retry = () =>
    [...shadowRoot.querySelectorAll("button")].find(
      (button) => button.checkVisibility() && button.textContent === "Try again",
    );
  while (!retry()) await new Promise((resolve) => setTimeout(resolve, 50));
  return shadowRoot.querySelector(".panel").innerText;
}

/** In the same page: tries again, and returns the number of hits. */
async function askAgain() {
  const { shadowRoot } = document.querySelector("docfuse-search");
  [...shadowRoot.querySelectorAll("button")].find((button) => button.textContent === "Try again").click();
  const hits = () => shadowRoot.querySelectorAll("[role=option]").length;
  while (hits() === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  return hits();
}

for (const { name: engine, skip, launch } of ENGINES)
  test(`what cannot be had is said to be a failure in ${engine}, too`, { skip }, async (t) => {
    const browser = await launch();
    try {
      // Those that stall take longer than all others together.
      for (const [name, habits] of Object.entries(LOST).filter(([name]) => !name.startsWith("stalls"))) {
        await t.test(`a host that ${name}`, () =>
          onHost(habits, async (server) => {
            await browser.goto(server.url + PAGE);
            assert.doesNotMatch(await browser.evaluate(askTheLost), /nothing/i);
            server.habits = [];
            assert.ok((await browser.evaluate(askAgain)) > 0);
          }),
        );
      }
    } finally {
      await browser.close();
    }
  });

test("without the encoder's files, what words do not find is not said to be nothing", async () => {
  const lost = LOST["has lost all files"].map((habit) => (reply) => {
    if (/\/(model|first|tokenizer)-/.test(reply.path)) habit(reply);
  });
  await onHost(lost, async (server) => {
    const { page, close } = await newPage(chromium);
    try {
      const box = await SearchBox.at(page, server.url + PAGE);
      await box.type("qwxyzzy ");
      await box.retry.waitFor();
      assert.match(await box.panel.innerText(), /Nothing found for “qwxyzzy”. Some results may be missing/);
      server.habits = [];
      await box.retry.click();
      await box.retry.waitFor({ state: "hidden" });
      await box.encoderReady();
    } finally {
      await close();
    }
  });
});
