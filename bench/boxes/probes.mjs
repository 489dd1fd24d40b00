// What is tried with each box. A probe is a row of the table: its name, and what it finds out in a new profile.
// `options` are those of the browser context. `run` returns text, true or false.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { WORD, answered } from "./answered.mjs";
import { KEY_PROBES } from "./key-probes.mjs";
import { PHONE } from "./session.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TYPO = "compresion";
const NOTHING = "xyzzyqwerty";

const violations = async (session) => {
  await session.open();
  if ((await session.ask(WORD)) === 0) return "no results";
  await session.page.evaluate(AXE);
  const found = await session.page.evaluate(async (root) => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { violations } = await axe.run({ include: [root] }, { runOnly: tags });
    return violations.map(({ id }) => id);
  }, session.box.root);
  return found.length === 0 ? "none" : found.join(", ");
};

export const PROBES = [
  ...KEY_PROBES,
  ["violations of WCAG A and AA, by axe-core, light", { run: violations }],
  [
    "the same, dark",
    {
      async run(session) {
        await darken(session);
        return violations(session);
      },
      options: { colorScheme: "dark" },
    },
  ],
  [
    "dark where only the page's background is dark",
    {
      async run(session) {
        if (session.box.theme) return "its theme decides";
        await session.page.evaluate(() => {
          document.body.style.background = "#101418";
          document.body.style.color = "#ddd";
        });
        await session.page.waitForTimeout(300);
        await session.open();
        if ((await session.ask(WORD)) === 0) return "no results";
        return (await session.options.first().evaluate((option) => probe.luminance(option))) < 0.3;
      },
    },
  ],
  [
    "excerpts wrap in a bar with `white-space: nowrap`",
    {
      run: answered(async (session) => {
        const found = session.page.locator(session.box.excerpt).first();
        if ((await found.count()) === 0) return "no excerpts";
        return found.evaluate(
          (element) => getComputedStyle(element).whiteSpace !== "nowrap" || "no: they are cut to a line",
        );
      }),
    },
  ],
  [
    "no animation for readers who want less motion",
    {
      async run(session) {
        await session.button.click();
        const running = await session.page.evaluate(() => document.getAnimations().length);
        return running === 0;
      },
      options: { reducedMotion: "reduce" },
    },
  ],
  [
    "360 px: the button can be touched",
    {
      run: (session) =>
        session.button.evaluate((button) => {
          const { left, right, top, bottom, width, height } = button.getBoundingClientRect();
          const inside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
          return (inside && width >= 24 && height >= 24) || `${Math.round(width)} × ${Math.round(height)} px`;
        }),
      options: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
  ],
  [
    "360 px: it fills the screen and has a visible close button",
    {
      async run(session) {
        await session.open();
        await session.page.waitForTimeout(400);
        const fills = await session.input.evaluate((input, root) => {
          for (let at = input; at; at = at.parentElement ?? at.getRootNode().host) {
            const { width, height } = at.getBoundingClientRect();
            if (width >= innerWidth - 1 && height >= innerHeight - 1) {
              return !at.matches("body, html");
            }
            if (at.matches(root)) break;
          }
          return false;
        }, session.box.root);
        const close = await session.page.locator(session.box.close).first().isVisible();
        return (
          (fills && close) || `${fills ? "fills" : "does not fill"} it, ${close ? "" : "no "}close button`
        );
      },
      options: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
  ],
  [
    "360 px: a button empties the input, and the box stays",
    {
      run: answered(async (session) => {
        const found = session.page.locator(`${session.box.root} button`).filter({ visible: true });
        for (const button of await found.all()) {
          const name = await button.evaluate((element) =>
            [element.ariaLabel, element.title, element.innerText, element.className].join(" "),
          );
          if (!/clear|reset/i.test(name)) continue;
          await button.tap();
          await session.page.waitForTimeout(300);
          return (await session.isOpen()) && (await session.input.inputValue()) === "";
        }
        return false;
      }),
      options: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
  ],
  [
    "touch screen, 360 px: smallest of its buttons and results",
    {
      run: answered(async (session) =>
        session.page.evaluate((root) => {
          const targets = probe
            .everywhere(`${root} button, ${root} a`)
            .concat(
              probe
                .everywhere(root)
                .flatMap(({ shadowRoot }) => [
                  ...(shadowRoot?.querySelectorAll("dialog :is(button, a)") ?? []),
                ]),
            );
          const sizes = targets
            .filter((target) => target.checkVisibility())
            .map((target) => target.getBoundingClientRect())
            .map(({ width, height }) => Math.round(Math.min(width, height)))
            .filter((size) => size > 0);
          return `${Math.min(...sizes)} px`;
        }, session.box.root),
      ),
      options: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
  ],
  [
    "640 × 260 px: height in which results are seen",
    {
      run: answered(async (session) => {
        const boxes = await session.options.evaluateAll((options) =>
          options.map((option) => {
            let [top, bottom] = [0, innerHeight];
            for (let at = option; at; at = at.parentElement ?? at.getRootNode().host) {
              const bounds = at.getBoundingClientRect();
              const isClipping = getComputedStyle(at).overflowY !== "visible";
              if (at === option || isClipping) {
                top = Math.max(top, bounds.top);
                bottom = Math.min(bottom, bounds.bottom);
              }
            }
            return Math.max(0, bottom - top);
          }),
        );
        return `${Math.round(boxes.reduce((sum, height) => sum + height, 0))} px`;
      }),
      options: { viewport: { width: 640, height: 260 }, hasTouch: true, isMobile: true },
    },
  ],
  [
    "a letter that the page has as a shortcut can be typed",
    {
      async run(session) {
        // As libraries for shortcuts do: they leave inputs alone that they can see.
        await session.page.evaluate(() =>
          document.addEventListener("keypress", (event) => {
            if (event.key === "s" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
              event.preventDefault();
          }),
        );
        await session.open();
        await session.page.keyboard.type("es");
        return (await session.input.inputValue()) === "es";
      },
    },
  ],
  [
    "`?q=` in the page's address opens it with the query",
    {
      async run(session) {
        await session.page.goto(new URL(`settings.html?q=${WORD}`, session.page.url()).href, {
          waitUntil: "networkidle",
        });
        await session.page.waitForTimeout(1500);
        return (await session.isOpen()) && (await session.options.count()) > 0;
      },
    },
  ],
  [
    "going back from a result brings its query and results back",
    {
      run: answered(async (session) => {
        await session.selectedBy("ArrowDown");
        await session.press("Enter");
        await session.page.waitForTimeout(1500);
        await session.page.goBack();
        await session.page.waitForTimeout(2000);
        if (!(await session.isOpen())) return false;
        return (await session.input.inputValue()) === WORD && (await session.options.count()) > 0;
      }),
    },
  ],
  [
    "opened by a new reader: what it says",
    {
      run: (session) => session.says(() => session.open()),
      options: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
  ],
  [
    "results lead to headings, not only to pages",
    {
      run: answered(async (session) => (await session.addresses()).some((address) => address.includes("#"))),
    },
  ],
  [
    "shows an excerpt with the words marked",
    {
      run: answered(async (session) => (await session.page.locator(session.box.excerpt).count()) > 0),
    },
  ],
  [
    "finds texts about compression for `compresion`",
    {
      async run(session) {
        if (session.box.server) return "its server decides";
        await session.open();
        if ((await session.ask(TYPO, 3000)) === 0) return false;
        const found = (await session.addresses()).slice(0, 3);
        const texts = await Promise.all(
          found.map(async (address) => (await session.page.request.get(address)).text()),
        );
        return texts.some((text) => /compress/i.test(text));
      },
    },
  ],
  [
    "remembers what the reader looked for",
    {
      run: answered(async (session) => {
        await session.selectedBy("ArrowDown");
        await session.press("Enter");
        await session.page.waitForTimeout(1500);
        await session.page.goto(new URL("/settings.html", session.page.url()).href, {
          waitUntil: "networkidle",
        });
        await session.open();
        await session.page.waitForTimeout(800);
        const value = await session.input.inputValue();
        if (value) return "the last query";
        const offered = (await session.lines()).some((line) => line.toLowerCase().includes(WORD));
        return offered || (await session.options.count()) > 0;
      }),
    },
  ],
  [
    "nothing found: what it says",
    {
      async run(session) {
        await session.open();
        return session.says(() => session.ask(NOTHING, 2500));
      },
    },
  ],
  [
    "host away after the first query: what it says",
    {
      run: answered(async (session) => {
        await session.context.setOffline(true);
        await session.input.fill("");
        const said = await session.says(() => session.ask("service worker", 6000));
        return (await session.options.count()) > 0 ? "answers" : said;
      }),
    },
  ],
];

async function darken(session) {
  await session.page.evaluate(() => {
    document.documentElement.classList.add("dark");
    document.documentElement.dataset.theme = "dark";
    document.documentElement.dataset.pfTheme = "dark";
    document.documentElement.style.colorScheme = "dark";
  });
  await session.page.waitForTimeout(300);
}
