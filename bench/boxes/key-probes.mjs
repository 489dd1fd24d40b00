// What keys do, and what assistive technology hears.
import { answered } from "./answered.mjs";

const opensBy = (key) => async (session) => {
  await session.page.locator("#home, a").first().focus();
  await session.press(key);
  return session.ready();
};

/** Presses a key; whether the tab has another page then. */
const leavesBy = async (session, key) => {
  const before = session.page.url();
  await session.press(key);
  await session.page.waitForTimeout(1200);
  return session.page.url() !== before;
};

/** Where things of the page are: nothing of it may move when the box opens. */
const place = (page) =>
  page.evaluate(() => {
    const { left, top } = document.querySelector("main").getBoundingClientRect();
    return { left, top };
  });

export const KEY_PROBES = [
  ["Ctrl+K opens it", { run: opensBy("Control+k") }],
  ["`/` opens it", { run: opensBy("/") }],
  [
    "`/` stays a character in other fields",
    {
      async run(session) {
        await session.page.locator("#other").focus();
        await session.press("/");
        await session.page.waitForTimeout(300);
        return (await session.page.locator("#other").inputValue()) === "/";
      },
    },
  ],
  [
    "Escape closes it, and the focus is where it was",
    {
      async run(session) {
        await session.page.locator("main a").first().focus();
        const before = await session.page.evaluateHandle(() => probe.active());
        await session.press("Control+k");
        if (!(await session.ready())) return "does not open";
        await session.press("Escape");
        await session.page.waitForTimeout(500);
        if (await session.isOpen()) return false;
        const back = await session.page.evaluate((element) => probe.active() === element, before);
        return back || "closes; the focus is elsewhere";
      },
    },
  ],
  [
    "Tab stays within it",
    {
      run: answered(async (session) => {
        for (let presses = 0; presses < 60; presses++) {
          await session.press("Tab");
          const inside = await session.page.evaluate(
            (root) => probe.inside(root) || probe.active() === document.body,
            session.box.root,
          );
          if (!inside) return false;
        }
        return true;
      }),
    },
  ],
  [
    "what is behind it is inert",
    {
      run: answered((session) =>
        session.page.evaluate(() => {
          const isModal = probe.everywhere("dialog:modal").length > 0;
          const marked = probe.everywhere("[aria-modal=true]").some((element) => element.checkVisibility());
          return isModal ? true : marked ? "`aria-modal` only" : false;
        }),
      ),
    },
  ],
  [
    "the page does not move when it opens and closes",
    {
      async run(session) {
        await session.page.evaluate(() => scrollTo(0, 500));
        await session.page.waitForTimeout(100);
        const before = await place(session.page);
        await session.press("Control+k");
        await session.ready();
        await session.page.waitForTimeout(300);
        const open = await place(session.page);
        await session.press("Escape");
        await session.page.waitForTimeout(500);
        const closed = await place(session.page);
        const moved = [open, closed].map((now) =>
          Math.round(Math.max(Math.abs(now.left - before.left), Math.abs(now.top - before.top))),
        );
        return Math.max(...moved) < 1 || `moves by ${Math.max(...moved)} px`;
      },
    },
  ],
  [
    "arrow keys select results",
    {
      run: answered(async (session) => {
        const found = await session.selectedBy("ArrowDown", "ArrowDown", "ArrowUp");
        return found[0] !== found[1] && found[0] === found[2] && !found.includes(undefined);
      }),
    },
  ],
  [
    "Home and End go to the first and the last result",
    {
      run: answered(async (session) => {
        const [first, , third, end, home] = await session.selectedBy(
          "ArrowDown",
          "ArrowDown",
          "ArrowDown",
          "End",
          "Home",
        );
        return end !== third && home !== third && home !== undefined && home !== end && home <= first;
      }),
    },
  ],
  [
    "typing goes on in the input while a result is selected",
    {
      run: answered(async (session) => {
        await session.selectedBy("ArrowDown", "ArrowDown");
        await session.page.keyboard.type("x");
        return (await session.input.inputValue()).endsWith("x");
      }),
    },
  ],
  [
    "Enter opens the selected result",
    {
      run: answered(async (session) => {
        await session.selectedBy("ArrowDown");
        return leavesBy(session, "Enter");
      }),
    },
  ],
  [
    "what Enter opens is marked before a key selects anything",
    {
      run: answered(async (session) => {
        await session.page.mouse.move(2, 2);
        await session.page.waitForTimeout(300);
        const [first, second] = await session.options.evaluateAll((options) =>
          options.slice(0, 2).map((option) => {
            const looks = [option, ...option.querySelectorAll("*"), option.parentElement].map((element) => {
              const { backgroundColor, borderColor, outlineStyle } = getComputedStyle(element);
              return [backgroundColor, borderColor, outlineStyle].join();
            });
            return [...new Set(looks)].sort().join(" ");
          }),
        );
        const opens = await leavesBy(session, "Enter");
        return opens ? first !== second || "no: Enter opens one that is not marked" : "Enter opens nothing";
      }),
    },
  ],
  [
    "Ctrl+Enter opens it in a new tab, and the box stays",
    {
      run: answered(async (session) => {
        await session.selectedBy("ArrowDown");
        const leaves = await leavesBy(session, "Control+Enter");
        const tabs = session.context.pages().length;
        if (tabs === 1) return leaves ? "opens in the same tab" : "nothing happens";
        return (await session.isOpen()) || "opens; the box closes";
      }),
    },
  ],
  [
    "Enter that ends a composition opens nothing",
    {
      run: answered(async (session) => {
        const before = session.page.url();
        const devtools = await session.context.newCDPSession(session.page);
        await devtools.send("Input.imeSetComposition", { text: "x", selectionStart: 1, selectionEnd: 1 });
        // The key code by which browsers mark keys that belong to the input method.
        const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 };
        await devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
        await devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
        await session.page.waitForTimeout(800);
        return session.page.url() === before;
      }),
    },
  ],
  [
    "input is a combobox, results are options of a listbox",
    {
      run: answered(async (session) => {
        const roles = await session.page.evaluate(() => ({
          input: probe.active().getAttribute("role"),
          lists: probe.everywhere("[role=listbox]").length,
          options: probe.everywhere("[role=option]").length,
        }));
        if (roles.input === "combobox" && roles.lists && roles.options) return true;
        return roles.options ? `options, but the input has no role` : false;
      }),
    },
  ],
  [
    "a live region tells how many results there are",
    {
      run: answered(async (session) =>
        (await session.page.evaluate(() => probe.announced)).some((text) => /\d/.test(text)),
      ),
    },
  ],
];
