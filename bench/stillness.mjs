// Whether what a reader aims at stays: node stillness.mjs --site DIR
//
// DIR is a built site with an index with vectors in docfuse/; without it, the demo. Each question is pasted into the box of
// a page that was never visited, so that all of the lexicon and the encoder is still to come. Some time after the first
// answer is painted, the place is tapped or clicked where the second hit was then. It must be what opens. Further
// questions tell on how many the first hit of hybrid search is on the screen at the end, or named below the list, and
// where it is when the box is opened again. At last, questions are typed key by key, each also with a typing error and
// backwards, which finds nothing, and the browser's layout shifts are counted from the first key on; there should be none.
// Prints tables. --taps N, --questions N and --typed N are how many questions of questions-rust-book.txt, or of FILE, are
// asked.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchChromium, newPage } from "../tests/browser/chromium.mjs";
import { serve } from "../tests/browser/server.mjs";
import { circumstances } from "./lib/machine.mjs";
import { machine, table } from "./lib/markdown.mjs";
import { COMMON, TARGET, count, read, say } from "./lib/options.mjs";
import { randomFrom } from "./lib/random.mjs";
import { mistype } from "./lib/typing-errors.mjs";

const options = read({
  chromium: COMMON.chromium,
  site: { type: "string", default: join(TARGET, "docfuse", "demo") },
  file: { type: "string", default: fileURLToPath(new URL("questions-rust-book.txt", import.meta.url)) },
  taps: { type: "string", default: "18" },
  questions: { type: "string", default: "60" },
  typed: { type: "string", default: "20" },
});
const WAITS_MS = [250, 500, 1000, 2000];
/** Once nothing has changed for so long, no answer is on its way. */
const QUIET_MS = 1500;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SLOWER = 4;
/** Milliseconds between two keys. */
const KEY_MS = 60;
const SEED = 7;

process.env.CHROMIUM = options.chromium;
const questions = readFileSync(options.file, "utf8").split("\n").filter(Boolean);
const server = await serve(options.site);
const browser = await launchChromium();
try {
  const aimed = questions.slice(0, count(options.taps, "taps"));
  const rows = [];
  for (const [name, device] of [
    ["finger, phone", PHONE],
    ["mouse that rests in the middle", {}],
  ]) {
    for (const wait of WAITS_MS) {
      const opened = [];
      for (const question of aimed)
        opened.push(await visit(device, question, (page) => choose(page, wait, device)));
      const of = (outcome) => opened.filter((each) => each === outcome).length;
      rows.push([name, `${wait} ms`, opened.length, of("another"), of("nothing")]);
      say(rows.at(-1).join(", "));
    }
  }
  const seen = [];
  for (const question of questions.slice(0, count(options.questions, "questions"))) {
    seen.push(await visit(PHONE, question, best));
    say(question, JSON.stringify(seen.at(-1)));
  }
  const random = randomFrom(SEED);
  const moved = [];
  for (const question of questions.slice(0, count(options.typed, "typed")))
    for (const text of [question, mistype(question, random), [...question].reverse().join("")])
      for (const [name, device] of Object.entries({ phone: PHONE, window: {} })) {
        const shifts = await visit(device, "", (page) => type(page, text));
        moved.push([text, name, shifts.length, Math.max(0, ...shifts).toFixed(4)]);
        say(moved.at(-1).join(", "));
      }
  const share = (of) => `${seen.filter(of).length} of ${seen.length}`;
  say(
    [
      machine(circumstances()),
      table(["reader", "after the first answer", "questions", "another page opened", "nothing opened"], rows),
      table(
        ["the first hit of hybrid search", "questions"],
        [
          ["first on the screen, without an act", share(({ first }) => first)],
          ["on the screen, without an act", share(({ inSight }) => inSight)],
          ["on the screen or named", share(({ inSight, named }) => inSight || named)],
          ["first when the box is opened again", share(({ after }) => after.first)],
        ],
      ),
      table(
        ["typed key by key", "texts"],
        [
          ["something moved", `${moved.filter(([, , shifts]) => shifts > 0).length} of ${moved.length}`],
          ["most", Math.max(0, ...moved.map(([, , , most]) => most))],
        ],
      ),
    ].join("\n\n"),
  );
} finally {
  await browser.close();
  await server.close();
}

/** Pastes a question into the box of a page in a new profile, and acts when the first answer is painted. */
async function visit(device, question, act) {
  const { page, close } = await newPage(browser, device);
  try {
    if (device === PHONE) {
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    }
    await page.goto(server.url);
    await page.waitForFunction(() => customElements.get("docfuse-search"));
    await page.locator("docfuse-search").evaluate((box) => box.setAttribute("layout", "modal"));
    const { width, height } = page.viewportSize();
    if (device === PHONE) await page.locator("docfuse-search .button, docfuse-search input").first().tap();
    else {
      await page.mouse.move(width / 2, height / 2);
      await page.keyboard.press("Control+k");
    }
    await page.locator("docfuse-search .list").waitFor({ state: "attached" });
    await page.evaluate(watch);
    if (question) {
      await page.keyboard.insertText(question);
      await page.waitForFunction(() => globalThis.aim);
    }
    return await act(page);
  } finally {
    await close();
  }
}

/** In the page: keeps where the second hit is when the first answer is painted, when the list last changed, and what is opened. */
function watch() {
  const host = document.querySelector("docfuse-search");
  const list = host.shadowRoot.querySelector(".list");
  const note = () => {
    globalThis.changed = performance.now();
    const second = list.querySelectorAll("a[role=option].hit")[1];
    if (!second || globalThis.aim) return;
    requestAnimationFrame(() => {
      const { x, y, width, height } = second.getBoundingClientRect();
      globalThis.aim = { href: second.href, x: x + width / 2, y: y + Math.min(height / 2, 20) };
    });
  };
  new MutationObserver(note).observe(list, { childList: true, subtree: true });
  note();
  host.addEventListener("docfuse-answer", ({ detail }) => (globalThis.answered = detail.query));
  host.addEventListener("docfuse-select", (event) => {
    event.preventDefault();
    globalThis.opened = event.detail.href;
  });
}

async function choose(page, wait, device) {
  await page.waitForTimeout(wait);
  const { x, y, href } = await page.evaluate(() => globalThis.aim);
  if (device === PHONE) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
  await page.waitForFunction(() => globalThis.opened, undefined, { timeout: 1000 }).catch(() => undefined);
  const opened = await page.evaluate(() => globalThis.opened);
  const plain = (address) => address?.split(":~:")[0];
  if (!opened) return "nothing";
  return plain(opened) === plain(href) ? "the same" : "another";
}

/** Types a text; the layout shifts until nothing has changed for a while. */
async function type(page, text) {
  await page.evaluate(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) if (value > 0) globalThis.shifts.push(value);
    }).observe({ type: "layout-shift" });
  });
  await page.keyboard.type(text, { delay: KEY_MS });
  await page.waitForFunction((typed) => globalThis.answered === typed, text.trim());
  await page.waitForFunction((quiet) => performance.now() - globalThis.changed > quiet, QUIET_MS);
  return page.evaluate(() => globalThis.shifts);
}

/** Where the first hit of hybrid search is once all answers have come. */
async function best(page) {
  const host = page.locator("docfuse-search");
  await host.evaluate(async (box) => (await box.open()).whenReady());
  await page.waitForFunction((quiet) => performance.now() - globalThis.changed > quiet, QUIET_MS);
  const where = (hit) =>
    host.evaluate((box, wanted) => {
      const list = box.shadowRoot.querySelector(".list");
      const hits = [...list.querySelectorAll("a[role=option].hit")];
      const at = hits.findIndex(({ href }) => href.split(":~:")[0] === wanted);
      const bottom = Math.min(list.getBoundingClientRect().bottom, innerHeight);
      return { first: at === 0, inSight: at >= 0 && hits[at].getBoundingClientRect().bottom <= bottom };
    }, hit);
  const shown = await page.evaluate(
    () => document.querySelector("docfuse-search").shadowRoot.querySelector("input").value,
  );
  const wanted = await host.evaluate(async (box, text) => {
    const { hits } = await (await box.open()).query(text, { maxPerPage: 3 });
    return hits[0]?.href.split(":~:")[0];
  }, shown);
  const before = await where(wanted);
  const missed = await host.evaluate((box) => box.shadowRoot.querySelector(".offer a")?.href ?? "");
  await host.evaluate((box) => (box.close(), box.show()));
  return { ...before, named: missed.split(":~:")[0] === wanted, after: await where(wanted) };
}
