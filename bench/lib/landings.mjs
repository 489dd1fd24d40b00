// Opens hits of a site as a reader does, and measures where each one lands.
import { say } from "./options.mjs";

/** A page of the site, in a language, with nothing but the box. */
export const START = {
  path: "docfuse-landing-start.html",
  html: (
    language,
  ) => `<!doctype html><html lang="${language}"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Start</title>
<docfuse-search encoder="off" dense="off"></docfuse-search>
<script type="module" src="docfuse/docfuse.js"></script></html>`,
};

/** Time in which a landing ends once something is marked, and the longest wait for that, in milliseconds. */
const [SETTLED, CONTENT] = [700, 5000];

/** Limit of each step of the browser, in milliseconds: machines may be busy. */
const STEP = 180_000;

/** Failures one after another that end a measurement: the site's or the browser's, not a hit's. */
const FAILURES = 3;

export class Landings {
  #browser;
  #url;
  #anchors = new Map();

  /** `sections` are all of the site at `url`; `browser.page()` is a page, another one behind `browser.end()`. */
  constructor(browser, url, sections) {
    this.#browser = browser;
    this.#url = url;
    for (const { page: path, anchor } of sections) {
      if (!this.#anchors.has(path)) this.#anchors.set(path, []);
      this.#anchors.get(path).push(anchor);
    }
  }

  /** Asks until `wanted` hits were opened. A browser that fails is opened again, for the next query. */
  all(queries, wanted) {
    return this.#each(queries, wanted, (query) => this.#open(query));
  }

  /**
   * Where the first hits of terms, `{ text, gold }`, lead: whether to one of the pages that define it, with the entry in the
   * upper half of the window, and whether the row has the name. `peer` gives another engine's first result, `{ url, shown }`.
   */
  terms(queries, peer) {
    return this.#each(queries, queries.length, async ({ text, gold }) => {
      const page = await this.#browser.page();
      const hit = await (peer ? this.#load(page, await peer(text)) : this.#choose(page, text));
      await page.waitForTimeout(SETTLED);
      const isPage = hit !== undefined && gold.includes(decodeURIComponent(hit.url.replace(/^\/|#.*/g, "")));
      const isUpper = isPage && (await page.evaluate(hasEntry, text));
      return { text, url: hit?.url, isPage, isUpper, isNamed: isPage && namedIn(hit.shown, text) };
    });
  }

  async #load(page, hit) {
    if (hit) await page.goto(new URL(hit.url, this.#url).href);
    return hit;
  }

  async #each(queries, wanted, open) {
    const landings = [];
    let failures = 0;
    for (const query of queries) {
      if (landings.length === wanted) break;
      try {
        const landing = await open(query);
        if (landing) landings.push(landing);
        failures = 0;
      } catch (error) {
        failures += 1;
        await this.#browser.end();
        if (failures === FAILURES) throw error;
        say(`the browser is opened again, behind "${query.text ?? query}": ${error.message.split("\n")[0]}`);
      }
    }
    return landings;
  }

  async #open(query) {
    const page = await this.#browser.page();
    const hit = await this.#choose(page, query);
    if (!hit) return undefined;
    await page.waitForTimeout(SETTLED);
    const anchors = this.#anchors.get(hit.page) ?? [];
    const { shown: _, ...known } = hit;
    return { query, ...known, ...(await page.evaluate(measure, [hit.url, anchors])) };
  }

  /** Types a query and opens its first hit. */
  async #choose(page, query) {
    page.setDefaultTimeout(STEP);
    await page.goto(this.#url + START.path);
    const hit = await page.evaluate(answerTo, query);
    if (!hit) return undefined;
    const loaded = page.waitForEvent("load");
    await page.locator("docfuse-search a.hit").first().click();
    await loaded;
    const marks = () => CSS.highlights.get("docfuse")?.size > 0;
    if (hit.words > 0)
      await page.waitForFunction(marks, undefined, { timeout: CONTENT }).catch(() => undefined);
    return hit;
  }
}

const namedIn = (text, name) => text.toLowerCase().includes(name.toLowerCase());

/** In the page: types a query; the first hit of its answer, or undefined if there is none. */
async function answerTo(query) {
  await customElements.whenDefined("docfuse-search");
  const box = document.querySelector("docfuse-search");
  const answered = new Promise((resolve) =>
    box.addEventListener("docfuse-answer", ({ detail }) => resolve(detail), { once: true }),
  );
  box.show();
  const input = box.shadowRoot.querySelector("input");
  input.value = query;
  input.dispatchEvent(new Event("input"));
  const [hit] = (await answered).hits;
  const shown = hit && `${hit.heading || hit.title}\n${hit.excerpt}`;
  return hit && { url: hit.url, page: hit.page, words: hit.highlights.length, shown };
}

/** In the page: whether a term or first cell that begins with a name is in the upper half of the window. */
function hasEntry(name) {
  const isIt = ({ textContent }) => {
    const text = textContent.replace(/^[\s‘'"`(]+/, "").toLowerCase();
    return text.startsWith(name.toLowerCase()) && !/^[\w-]/.test(text.slice(name.length));
  };
  return [...document.querySelectorAll("dt, tr > :first-child")].filter(isIt).some((entry) => {
    const { top, bottom } = entry.getBoundingClientRect();
    return entry.checkVisibility() && bottom > 0 && top < innerHeight / 2;
  });
}

/**
 * In the page: how far the section of `url` is from the window, in heights of the window, and the number of marks in the
 * section, of those in the window too, and of those outside of the section. A section reaches from its anchor to the next
 * of `anchors`, the last one to the end. Anchors before it in the document do not end it: text that the browser has not
 * laid out yet (`content-visibility`) may have its place over what follows.
 */
function measure([url, anchors]) {
  const elementOf = (anchor) => document.getElementById(anchor) ?? document.getElementsByName(anchor)[0];
  const topOf = (element) => (element?.checkVisibility() ? element.getBoundingClientRect().top : undefined);
  const anchor = url.split("#")[1] ?? "";
  const start = anchor === "" ? document.body : (elementOf(anchor) ?? elementOf(decodeURIComponent(anchor)));
  const top = anchor === "" ? -scrollY : (topOf(start) ?? Infinity);
  const follows = (other) => start?.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
  const others = anchors
    .filter((other) => other !== "")
    .map(elementOf)
    .filter((other) => other && follows(other))
    .map(topOf)
    .filter((other) => other > top + 1);
  const bottom = Math.min(...others);
  const away = Math.max(0, top - innerHeight, -bottom) / innerHeight;
  const marks = [...(CSS.highlights.get("docfuse") ?? [])].map((mark) => mark.getBoundingClientRect());
  const inSection = marks.filter((mark) => mark.top >= top - 1 && mark.top < bottom);
  const seen = inSection.filter((mark) => mark.bottom > 0 && mark.top < innerHeight);
  return {
    away,
    headingTop: top,
    marked: inSection.length,
    seen: seen.length,
    astray: marks.length - inSection.length,
  };
}
