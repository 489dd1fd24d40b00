// The search box for tests: what a reader does and sees, without its inner state.

import { until } from "./still.mjs";

export class SearchBox {
  /** The box of the page at `url`. */
  static async at(page, url) {
    await page.addInitScript(() => {
      document.addEventListener("docfuse-answer", ({ detail }) => {
        const { query, times } = globalThis.docfuseAnswered ?? {};
        globalThis.docfuseAnswered = {
          query: detail.query,
          times: query === detail.query ? times + 1 : 1,
          isWhole: !detail.degraded && !detail.pending.length,
        };
      });
    });
    await page.goto(url);
    return new SearchBox(page);
  }

  constructor(page) {
    this.page = page;
    this.host = page.locator("docfuse-search");
    // The choice of a language is a combobox with options, too.
    this.input = this.host.locator("input[role=combobox]");
    this.list = this.host.getByRole("listbox", { includeHidden: true });
    this.scroller = this.host.locator(".list");
    this.hits = this.list.getByRole("option");
    this.panel = this.host.locator(".panel");
    this.button = this.host.locator(".button");
    this.dialog = this.host.locator("dialog");
    this.closeButton = this.dialog.getByRole("button", { name: "Close" });
    this.retry = this.host.getByRole("button", { name: "Try again" });
  }

  setAttribute(name, value) {
    return this.host.evaluate((host, [key, text]) => host.setAttribute(key, text), [name, value]);
  }

  /** Replaces the text, key by key. */
  async type(text) {
    await this.page.evaluate(() => delete globalThis.docfuseAnswered);
    await this.input.fill("");
    await this.input.pressSequentially(text, { delay: 15 });
  }

  /** Enters a text at once: between two keys, a busy machine takes as long as a reader who stops to think. */
  async paste(text) {
    await this.page.evaluate(() => delete globalThis.docfuseAnswered);
    await this.input.fill(text);
  }

  /**
   * Waits until the answer to exactly this text is shown, not that of a shorter one; for `answers` of them: by words, then
   * refined.
   */
  async waitForAnswerTo(text, answers = 1) {
    await this.page.waitForFunction(
      ([wanted, least]) => {
        const { query, times } = globalThis.docfuseAnswered ?? {};
        return query === wanted && times >= least;
      },
      [text, answers],
    );
  }

  /** Waits until the browser has navigated to `url`. */
  waitForPage(url) {
    return this.page.waitForURL(({ href }) => href === url);
  }

  encoderReady() {
    return this.host.evaluate(async (host) => {
      const search = await host.open();
      await search.whenReady();
    });
  }

  /** What is missing from the answer, without the button beside it; empty if nothing is said. */
  note() {
    return this.host
      .locator("[part=note]")
      .evaluate((note) => (note.hidden ? "" : note.querySelector("span").textContent));
  }

  /** Waits until the answer lacks nothing: the encoder may come later than the first one. */
  async waitForWhole() {
    await this.page.waitForFunction(() => globalThis.docfuseAnswered?.isWhole);
  }

  async waitForNote(wanted) {
    await until(async () => (await this.note()) === wanted, `the note “${wanted}”`);
  }

  /** Site-relative URLs of the options from top to bottom. */
  async urls() {
    const root = new URL(".", this.page.url()).href;
    return (await this.links()).map((href) => href.replace(root, ""));
  }

  /** Absolute URLs of the options. */
  links() {
    return this.hits.evaluateAll((options) => options.map((option) => option.href));
  }

  /** The line above the hits about the query that was corrected, without its button; empty if hidden. */
  correction() {
    return this.host.locator("[part=correction]").evaluate((line) => {
      const said = [...line.childNodes].filter((node) => !(node instanceof HTMLButtonElement));
      return line.hidden
        ? ""
        : said
            .map(({ textContent }) => textContent)
            .join("")
            .trim();
    });
  }

  /** The distinct pages of the options from top to bottom. */
  async pages() {
    return [...new Set((await this.urls()).map((url) => url.split("#")[0]))];
  }

  /** Index of the active option; -1 for none. */
  async selected() {
    const active = await this.input.getAttribute("aria-activedescendant");
    if (active === null) return -1;
    return this.hits.evaluateAll((options, id) => options.findIndex((option) => option.id === id), active);
  }
}
