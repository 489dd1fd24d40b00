// What a reader does with the box of a page, inline or modal: the same calls for all generators.
import assert from "node:assert/strict";
import { giveLuminance } from "./luminance.mjs";

/** Notes every answer that a box shows. Runs before the page's own scripts. */
function noteAnswers() {
  globalThis.docfuseAnswers = [];
  document.addEventListener("docfuse-answer", ({ detail }) => {
    globalThis.docfuseAnswers.push({ query: detail.query, urls: detail.hits.map(({ url }) => url) });
  });
}

export class Reader {
  /** A reader who opens `url` in a page of Playwright. */
  static async at(page, url) {
    await page.addInitScript(noteAnswers);
    await page.goto(url);
    return new Reader(page);
  }

  constructor(page) {
    this.page = page;
    this.box = page.locator("docfuse-search:visible");
    // Not by their roles alone: the box also has lists of languages to choose from.
    this.input = this.box.locator("input[role=combobox]");
    this.button = this.box.getByRole("button");
    this.options = this.box.locator("[role=option]");
  }

  /** The one box that can be seen; fails if there is none or more than one. */
  async seesOneBox() {
    let count = 0;
    // Storybook shows its page, hides all of it while its scripts prepare the text, and shows it again.
    for (
      const began = Date.now();
      count === 0 && Date.now() < began + 15_000;
      count = await this.box.count()
    ) {
      await this.box.first().waitFor({ timeout: 15_000 });
    }
    assert.equal(count, 1, `boxes that can be seen at ${this.page.url()}`);
    await this.page.waitForFunction(() => customElements.get("docfuse-search"));
  }

  /** Opens the dialog by its button, or puts the focus into the input. */
  async open() {
    await this.seesOneBox();
    if (!(await this.input.isVisible())) await this.button.first().click();
    await this.input.click();
  }

  /** Closes what is open. */
  async close() {
    await this.page.keyboard.press("Escape");
    await this.page.keyboard.press("Escape");
  }

  /** Fails unless a key opens the closed dialog of the box, whatever the theme does at that key. */
  async opensBy(key) {
    await this.page.reload();
    await this.seesOneBox();
    await this.page.keyboard.press(key);
    await this.input.waitFor({ timeout: 5000 });
    assert.equal(await this.input.inputValue(), "", key);
    const focused = () => document.activeElement?.localName;
    assert.equal(await this.page.evaluate(focused), "docfuse-search", `focus behind ${key}`);
  }

  /** Types `text` and returns the addresses of the hits, once they are shown. */
  async ask(text) {
    await this.open();
    await this.page.evaluate(() => (globalThis.docfuseAnswers = []));
    await this.input.fill("");
    await this.input.pressSequentially(text, { delay: 10 });
    const answers = await this.page.waitForFunction(
      (query) => globalThis.docfuseAnswers.findLast((answer) => answer.query === query),
      text,
      { timeout: 20_000 },
    );
    const { urls } = await answers.jsonValue();
    if (urls.length > 0) await this.options.first().waitFor();
    return urls;
  }

  /** Fails unless the first hit of `text` has a matching address. */
  async finds(text, expected) {
    const urls = await this.ask(text);
    assert.match(urls[0] ?? "no hit", expected, `“${text}” at ${this.page.url()}: ${urls}`);
  }

  /**
   * Whether a finger reaches the box without scrolling: its middle is within the window and nothing lies above it.
   */
  reachable() {
    return this.box.evaluate((box) => {
      const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return (
        width >= 24 &&
        height >= 24 &&
        left >= 0 &&
        right <= innerWidth &&
        top >= 0 &&
        bottom <= innerHeight &&
        box.contains(hit)
      );
    });
  }

  /** Luminance from 0 to 1 of the background behind the first hit, and of the page. */
  async luminance() {
    await giveLuminance(this.page);
    return this.page.evaluate(() => {
      const roots = [...document.querySelectorAll("docfuse-search")].map((box) => box.shadowRoot);
      const option = roots.map((root) => root?.querySelector("[role=option]")).find((found) => found);
      return {
        box: option ? globalThis.luminanceBehind(option) : undefined,
        page: globalThis.luminanceBehind(document.body),
      };
    });
  }
}
