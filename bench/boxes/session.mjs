// A reader with a box in a new browser profile: opens it, types, presses keys, and looks at what is there.

const WIDE = { width: 1200, height: 800 };
export const PHONE = { width: 360, height: 740 };

/** Runs in every page before its own scripts: what the probes ask of it. */
function inPage() {
  const active = () => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element;
  };
  /** The element and all around it, out of shadow roots too. */
  const around = function* (element) {
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) yield at;
  };
  const everywhere = (selector, root = document) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
      shadowRoot ? everywhere(selector, shadowRoot) : [],
    ),
  ];
  const known = [];
  /** The same number for the same element each time. */
  const number = (element) => {
    if (!element) return undefined;
    if (!known.includes(element)) known.push(element);
    return known.indexOf(element);
  };
  const luminance = (element) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    for (const at of around(element)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = getComputedStyle(at).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      if (alpha > 200) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
    }
    return 1;
  };
  const announced = [];
  const regions = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], output";
  setInterval(() => {
    if (!document.body) return;
    for (const { textContent } of everywhere(regions)) {
      const text = textContent.trim();
      if (text && !announced.includes(text)) announced.push(text);
    }
  }, 50);
  globalThis.probe = {
    /** All texts that a live region has had. */
    announced,
    active,
    everywhere,
    luminance,
    inside: (selector) => [...around(active())].some((element) => element.matches(selector)),
    /** A number for what the keys have selected: by focus, `aria-activedescendant`, or a selector of the box. */
    selected(selector) {
      if (selector) return number(document.querySelector(selector));
      const element = active();
      const id = element.getAttribute("aria-activedescendant");
      if (id) return number(element.getRootNode().getElementById(id));
      return element.matches("input") ? undefined : number(element);
    },
  };
}

export class Session {
  /** `options` are those of a browser context. */
  static async start(browser, box, url, options = {}) {
    const context = await browser.newContext({ viewport: WIDE, ...options });
    await context.addInitScript(inPage);
    const page = await context.newPage();
    await page.goto(`${url}settings.html`, { waitUntil: "networkidle" });
    return new Session(context, page, box);
  }

  constructor(context, page, box) {
    Object.assign(this, { context, page, box, button: page.locator(box.button).first() });
    this.input = page.locator(box.input).first();
    this.options = page.locator(box.option);
  }

  /** Opens the box by its button, and waits until its input has the focus. */
  async open() {
    await this.button.click();
    await this.ready();
  }

  /** Waits for the input, up to 1.5 seconds; says whether it has the focus. */
  async ready(timeout = 1500) {
    const focused = (root) => probe.active()?.matches("input") && probe.inside(root);
    return this.page.waitForFunction(focused, this.box.root, { timeout }).then(
      () => true,
      () => false,
    );
  }

  isOpen() {
    return this.input.isVisible();
  }

  /** Types and waits until there are results that stay for a moment; says how many. */
  async ask(text, timeout = 8000) {
    await this.input.pressSequentially(text, { delay: 15 });
    await this.options
      .first()
      .waitFor({ timeout })
      .catch(() => undefined);
    await this.page.waitForTimeout(700);
    return this.options.count();
  }

  /** Addresses of the results. */
  addresses() {
    return this.options.evaluateAll((options) =>
      options
        .map((option) => (option.href ?? option.querySelector("a")?.href ?? "").replace(/:~:.*/, ""))
        .filter(Boolean),
    );
  }

  press(key) {
    return this.page.keyboard.press(key);
  }

  selected() {
    return this.page.evaluate((selector) => probe.selected(selector), this.box.selected);
  }

  /** What keys select, one after the other. */
  async selectedBy(...keys) {
    const found = [];
    for (const key of keys) {
      await this.press(key);
      await this.page.waitForTimeout(60);
      found.push(await this.selected());
    }
    return found;
  }

  /** Lines of text that the open box shows, once each. */
  lines() {
    return this.page.evaluate((root) => {
      const parts = probe
        .everywhere(root)
        .flatMap((box) => [box, ...(box.shadowRoot?.querySelectorAll("dialog") ?? [])]);
      const lines = parts.flatMap((part) => part.innerText.split("\n")).map((line) => line.trim());
      return [...new Set(lines.filter(Boolean))];
    }, this.box.root);
  }

  /** What the box shows after `act` and did not show before, in short. */
  async says(act) {
    const before = await this.lines();
    await act();
    // Without the button that empties the input.
    const said = (await this.lines()).filter((line) => !before.includes(line) && line !== "Clear");
    return said.length === 0 ? "nothing" : `“${said.join(" · ").slice(0, 100)}”`;
  }

  close() {
    return this.context.close();
  }
}
