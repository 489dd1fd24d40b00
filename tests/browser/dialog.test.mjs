// The dialog: what Enter opens, its buttons on phones, what is there before anything is typed or loaded, and what stays
// when there is little room.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { holding } from "./server.mjs";
import { still, until } from "./still.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
const VIEWPORT = `<meta name="viewport" content="width=device-width">`;

const sites = new BoxSite();
let server;

const LEAD = "At dusk, when the last light has left the wood and the mice come out of their holes,";

/** A page with a dialog. */
function page(title, body, { inner = "", head = "", ...more } = {}) {
  return pageWith({ title, body, attributes: `layout="modal"`, inner, head: VIEWPORT + head, ...more });
}

before(async () => {
  await sites.start();
  const sections = Array.from(
    { length: 12 },
    (_, n) => `<h2 id="s${n}">Owls, part ${n}</h2><p>${LEAD} owls hunt ${"far and wide ".repeat(n + 3)}</p>`,
  );
  const pages = sections.map((body, n) => [`p${n}.html`, page(`Page ${n}`, body)]);
  server = await sites.of({
    ...Object.fromEntries(pages),
    "a.html": page("Owls", "<p>About owls.</p><h2 id='prey'>Prey</h2><p>What owls hunt.</p>", {
      inner: `<a slot="start" href="b.html" hidden>Barn owls</a><a slot="start" href="javascript:alert()">No</a>`,
    }),
    "b.html": page("Barn owls", `<p>${"Barns have owls. ".repeat(200)}</p>`),
    "de.html": page(
      "Arabic",
      `<h2 id="ar" dir="rtl">البوم owls</h2><p dir="rtl">البوم يصطاد owls في الليل</p>`,
    ),
    "rem.html": page("Sizes", "<p>Text.</p>", { head: "<style>html { font-size: 24px }</style>" }),
    "unit.html": page("Unit", "<p>Text.</p>", { head: "<style>html { font-size: 62.5% }</style>" }),
  });
});
after(() => sites.stop());

const opened = async (box) => {
  await box.button.click();
  return box;
};

test("what Enter opens is marked until a key selects something, and the preview shows it", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await opened(box);
    await ask(box, "owls");
    const [first] = await box.hits.all();
    const sign = first.locator(".enter");
    const heading = box.dialog.locator(".preview .title");
    assert.equal(await sign.isVisible(), true);
    assert.equal(await box.selected(), -1, "quietly");
    const [target] = await box.links();
    assert.equal(await heading.evaluate(({ href }) => href), target);
    // A pointer that looks at another hit, and leaves.
    await box.hits.nth(2).hover();
    await page.mouse.move(600, 300, { steps: 3 });
    await page.waitForFunction(
      (href) => document.querySelector("docfuse-search").shadowRoot.querySelector(".title").href !== href,
      target,
    );
    await page.mouse.move(5, 5, { steps: 3 });
    await page.waitForFunction(
      (href) => document.querySelector("docfuse-search").shadowRoot.querySelector(".title").href === href,
      target,
    );
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.equal(await sign.isVisible(), false);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    assert.equal(await sign.isVisible(), true, "no longer selected");
    await page.keyboard.press("Enter");
    await box.waitForPage(target);
  });
});

test("the list that appears below a resting pointer previews nothing else than what Enter opens", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await page.mouse.move(500, 450);
    await page.keyboard.press("Control+k");
    await ask(box, "owls");
    await still(page);
    const [target] = await box.links();
    assert.equal(await box.dialog.locator(".preview .title").evaluate(({ href }) => href), target);
  });
});

test("the heading of the preview stays in sight, and leads to the hit as its row does", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await opened(box);
    await ask(box, "barns");
    const preview = box.dialog.locator(".preview");
    const heading = preview.locator(".title");
    await preview.evaluate((element) => (element.scrollTop = element.scrollHeight));
    const inside = await preview.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      return Math.abs(element.querySelector(".title").getBoundingClientRect().top - top) < 2;
    });
    assert.ok(inside);
    await page.evaluate(() => {
      document.addEventListener("docfuse-select", ({ detail }) => (globalThis.chosen = detail.title));
    });
    const opening = page.context().waitForEvent("page");
    await heading.click({ modifiers: ["Control"] });
    await (await opening).close();
    assert.equal(await page.evaluate(() => globalThis.chosen), "Barn owls");
    assert.equal(await box.dialog.isVisible(), true);
    await heading.click();
    await page.waitForURL(/b\.html/);
  });
});

test("on a phone there is a button that empties the input, apart from the one that closes", async () => {
  await sites.on(
    server,
    "a.html",
    async (box) => {
      await opened(box);
      const clear = box.dialog.getByRole("button", { name: "Clear" });
      assert.equal(await clear.isVisible(), false, "nothing to empty");
      await ask(box, "owls");
      const [at, close] = [await clear.boundingBox(), await box.closeButton.boundingBox()];
      assert.ok(close.x + close.width < at.x - 100, "at the other end");
      await clear.tap();
      assert.equal(await box.input.inputValue(), "");
      assert.equal(await box.input.evaluate((input) => input.getRootNode().activeElement === input), true);
      assert.equal(await box.hits.count(), 0);
      await box.closeButton.tap();
      assert.equal(await box.dialog.isVisible(), false);
    },
    PHONE,
  );
});

test("on touch screens all that can be tapped has 44 px", async () => {
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      const small = () =>
        page.evaluate(() =>
          [
            ...document
              .querySelector("docfuse-search")
              .shadowRoot.querySelectorAll("button, a, input, select"),
          ]
            .filter((target) => target.checkVisibility())
            .map((target) => [target.className, target.getBoundingClientRect()])
            .filter(([, { width, height }]) => width < 44 || height < 44)
            .map(([name, { width, height }]) => `${name} ${width} × ${height}`),
        );
      assert.deepEqual(await small(), []);
      await opened(box);
      await still(page);
      assert.deepEqual(await small(), []);
      await ask(box, "owlz hunt");
      assert.deepEqual(await small(), []);
      await box.host.locator(".more").tap();
      await box.host.locator(".copy").waitFor();
      assert.deepEqual(await small(), []);
      await ask(box, "zzzz");
      assert.deepEqual(await small(), []);
    },
    PHONE,
  );
});

for (const layout of ["modal", "inline"])
  test(`on a phone, results have the screen between the input and one line (${layout})`, async () => {
    await sites.on(
      server,
      "a.html",
      async (box, page) => {
        await box.setAttribute("layout", layout);
        if (layout === "modal") await box.button.tap();
        else await box.input.tap();
        await ask(box, "owls");
        const list = await box.scroller.boundingBox();
        const input = await box.input.boundingBox();
        assert.ok(list.y - (input.y + input.height) < 20, "nothing is above the results");
        await screenshot(page, `dialog-phone-${layout}`);
        const bottom = () => box.host.locator(".bottom").boundingBox();
        const line = await bottom();
        assert.ok(line.height < 50 && line.y + line.height <= 740);
        // Further hits come while the reader scrolls.
        const before = await box.hits.count();
        const scrolls = box.host.locator(layout === "modal" ? ".body" : ".panel");
        await until(async () => {
          if ((await box.hits.count()) !== before) return true;
          await scrolls.evaluate((element) => element.scrollBy(0, 500));
          await still(page);
          return false;
        }, "further hits");
        assert.deepEqual(await bottom(), line);
      },
      PHONE,
    );
  });

for (const [name, viewport] of [
  ["a phone on its side", { width: 640, height: 260 }],
  ["400 % zoom", { width: 320, height: 256 }],
]) {
  test(`with little height only input and results remain, and fill the screen (${name})`, async () => {
    await sites.on(
      server,
      "a.html",
      async (box, page) => {
        await page.keyboard.press("Control+k");
        await ask(box, "owls");
        await still(page);
        assert.deepEqual(await box.dialog.boundingBox(), { x: 0, y: 0, ...viewport });
        for (const part of [".bottom", ".filters", ".preview", ".note"])
          assert.equal(await box.dialog.locator(`${part}:visible`).count(), 0, part);
        const { y } = await box.scroller.boundingBox();
        assert.ok(y < 60, `results begin at ${y}`);
        for (let times = 0; times < 4; times += 1) await page.keyboard.press("ArrowDown");
        const selected = await box.dialog.locator("[aria-selected=true]").boundingBox();
        assert.ok(
          selected.y >= y - 20 && selected.y + selected.height <= viewport.height,
          "scrolled into view",
        );
        for (let times = 0; times < 4; times += 1) {
          await page.keyboard.press("Tab");
          const body = box.dialog.locator(".body");
          assert.equal(await body.evaluate((element) => element.matches(":focus")), false, "no tab stop");
        }
      },
      { viewport },
    );
  });
}

test("no answer and no note changes the height of the dialog", async () => {
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      await opened(box);
      const heights = [];
      const height = async () => heights.push((await box.dialog.boundingBox()).height);
      await still(page);
      for (const text of ["owls", "barns", "zzzz", "owlz "]) {
        await ask(box, text);
        await height();
      }
      server.fault = (path) => (path.includes("/texts-") ? "missing" : undefined);
      await page.reload();
      await opened(box);
      await still(page);
      await ask(box, "feathers");
      await height();
      assert.equal(new Set(heights).size, 1, `${heights}`);
    },
    { expected: /404/ },
  );
});

for (const layout of ["modal", "inline"]) {
  test(`before the user interface is there, something shows that it is on its way (${layout})`, async () => {
    await sites.on(server, "a.html", async (box, page) => {
      await box.setAttribute("layout", layout);
      const go = holding(server, /docfuse-ui\.js/);
      if (layout === "modal") await box.button.click();
      else await box.input.focus();
      const line = layout === "modal" ? box.dialog.locator(".body") : box.input;
      const shown = () => line.evaluate((element) => getComputedStyle(element).backgroundImage !== "none");
      assert.equal(await shown(), true);
      // The dialog may still grow.
      assert.ok((await line.evaluate((element) => element.offsetHeight)) >= 2);
      await still(page);
      await screenshot(page, `dialog-loading-${layout}`);
      await box.input.pressSequentially("owls");
      go();
      await box.waitForAnswerTo("owls");
      assert.equal(await shown(), false);
    });
  });
}

test("an empty dialog says what can be typed, and has the author's links", async () => {
  await sites.on(
    server,
    "b.html",
    async (box) => {
      await opened(box);
      await box.dialog.getByText("Type a word, a name from the code, or a question.").waitFor();
      await ask(box, "owls");
      assert.equal(await box.dialog.locator(".hint").isVisible(), false);
    },
    PHONE,
  );
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      await opened(box);
      const links = box.dialog.locator(".start");
      await links.first().waitFor();
      assert.deepEqual(await links.allInnerTexts(), ["Barn owls"]);
      await screenshot(page, "dialog-start");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(/b\.html/);
    },
    PHONE,
  );
});

test("a marked word of an excerpt is in sight, whatever stands before it", async () => {
  await sites.on(
    server,
    "a.html",
    async (box) => {
      await opened(box);
      await ask(box, "wide owls hunt");
      const lost = await box.hits.evaluateAll((hits) =>
        hits
          .map((hit) => hit.querySelector(".excerpt"))
          .filter((excerpt) => {
            const bounds = excerpt.getBoundingClientRect();
            const mark = excerpt.querySelector("mark")?.getBoundingClientRect();
            return mark && mark.bottom > bounds.bottom + 1;
          })
          .map((excerpt) => excerpt.innerText),
      );
      assert.deepEqual(lost, []);
      assert.ok((await box.hits.count()) >= 10);
    },
    { ...PHONE, viewport: { width: 320, height: 640 } },
  );
});

test("titles and headings begin alike, each title stands once, and what a hit is is said", async () => {
  await sites.on(server, "a.html", async (box) => {
    await opened(box);
    await ask(box, "owls");
    const starts = await box.list
      .locator(".page .name, .hit .name")
      .evaluateAll((names) => names.map((name) => Math.round(name.getBoundingClientRect().x)));
    assert.ok(starts.length > 3);
    assert.equal(new Set(starts).size, 1, `${starts}`);
    const titles = await box.list.locator(".page, .group .hit .name").allInnerTexts();
    assert.equal(new Set(titles).size, titles.length, `${titles}`);
    const kinds = await box.hits.evaluateAll((hits) =>
      hits.map((hit) => `${hit.querySelector(".what").innerText} ${hit.querySelector(".heading").innerText}`),
    );
    assert.ok(kinds.includes("Page Owls") && kinds.includes("Section Prey"), `${kinds}`);
  });
});

test("texts have their own direction, and the size of the page's root", async () => {
  await sites.on(server, "a.html", async (box) => {
    await opened(box);
    await ask(box, "البوم");
    const excerpt = box.hits.first().locator(".excerpt");
    assert.equal(await excerpt.evaluate((element) => getComputedStyle(element).direction), "rtl");
    assert.equal(await box.input.evaluate((input) => getComputedStyle(input).direction), "ltr");
  });
  for (const [path, size] of [
    ["rem.html", "24px"],
    ["unit.html", "14px"], // 10 px could not be read
    ["a.html", "16px"],
  ])
    await sites.on(server, path, async (box) => {
      assert.equal(await box.button.evaluate((button) => getComputedStyle(button).fontSize), size);
    });
});

test("what takes the focus from the input of the dialog has a ring", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await opened(box);
    await ask(box, "owls");
    await page.keyboard.press("Tab");
    const ring = () => box.dialog.locator(":focus").evaluate((it) => getComputedStyle(it).outlineStyle);
    assert.equal(await ring(), "solid");
  });
});
