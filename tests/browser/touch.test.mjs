// Phones: their keyboard's search key, text that they do not zoom into, and taps beside the input.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { holding } from "./server.mjs";
import { meanwhile, still } from "./still.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  const page = (title, attributes) =>
    pageWith({
      title,
      attributes,
      head: `<meta name="viewport" content="width=device-width"><style>html { font-size: 62.5% }</style>`,
      body: "<p>Owls hunt mice.</p>",
    });
  server = await sites.of({
    "modal.html": page("Owls", `layout="modal"`),
    "inline.html": page("Hawks", ""),
    "unstated.html": pageWith({
      title: "Old",
      attributes: `layout="modal"`,
      body: `<p>Owls hunt mice.</p><div style="width: 700px; height: 5000px"></div>`,
    }),
    "wide.html": pageWith({
      title: "Wide",
      attributes: `layout="modal"`,
      head: `<meta name="viewport" content="width=device-width">`,
      body: `<p>Owls hunt mice.</p><div style="width: 700px; height: 5000px"></div>`,
    }),
  });
});
after(() => sites.stop());

for (const layout of ["modal", "inline"]) {
  test(`the search key of a phone closes its keyboard, and opens nothing (${layout})`, async () => {
    await sites.on(
      server,
      `${layout}.html`,
      async (box, page) => {
        await (layout === "modal" ? box.button : box.input).tap();
        await ask(box, "owls");
        await page.keyboard.press("Enter");
        await meanwhile(300);
        assert.equal(new URL(page.url()).pathname, `/${layout}.html`);
        assert.equal(await box.list.isVisible(), true);
        assert.equal(await box.input.evaluate((input) => input.matches(":focus")), false);
        await box.hits.first().tap();
        await page.waitForURL(/#top$/);
      },
      PHONE,
    );
  });

  test(`phones neither zoom into the input nor correct what is typed (${layout})`, async () => {
    await sites.on(
      server,
      `${layout}.html`,
      async (box) => {
        if (layout === "modal") await box.button.tap();
        const [size, corrects] = await box.input.evaluate((input) => [
          parseFloat(getComputedStyle(input).fontSize),
          input.autocorrect,
        ]);
        assert.ok(size >= 16, `${size} px`);
        assert.equal(corrects, false);
      },
      PHONE,
    );
  });
}

test("on a phone, a tap beside the input closes no dialog whose user interface is on its way", async () => {
  const release = holding(server, /docfuse-ui\.js/);
  await sites.on(
    server,
    "modal.html",
    async (box, page) => {
      await box.button.tap();
      await page.touchscreen.tap(180, 500);
      release();
      await box.list.waitFor({ state: "attached" });
      assert.equal(await box.dialog.isVisible(), true);
    },
    PHONE,
  );
});

test("on a phone, an input is as high while its user interface is on its way as before", async () => {
  const release = holding(server, /docfuse-ui\.js/);
  await sites.on(
    server,
    "inline.html",
    async (box) => {
      const height = () => box.input.evaluate((input) => input.getBoundingClientRect().height);
      const before = await height();
      await box.input.tap();
      assert.equal(await height(), before);
      release();
      await box.list.waitFor({ state: "attached" });
      assert.equal(await height(), before);
    },
    PHONE,
  );
});

for (const [path, what] of [
  ["unstated.html", "that does not state its width"],
  ["wide.html", "whose content is wider than the phone"],
]) {
  test(`on a page ${what}, the dialog has the phone's, and the page is as before behind it`, async () => {
    await sites.on(
      server,
      path,
      async (box, page) => {
        const place = () => page.evaluate(() => [innerWidth, scrollY]);
        const metas = await page.locator("meta[name=viewport]").count();
        await page.evaluate(() => scrollTo(0, 700));
        const before = await place();
        assert.ok(before[0] >= 700 && before[1] === 700, `${before}`);
        for (let time = 0; time < 2; time += 1) {
          await page.evaluate(() => document.querySelector("docfuse-search").show());
          await ask(box, "owls");
          assert.deepEqual(await page.evaluate(() => [innerWidth, visualViewport.scale]), [360, 1]);
          await still(page);
          const { width, height } = await box.closeButton.boundingBox();
          assert.ok(width >= 44 && height >= 44, `${width} × ${height}`);
          const size = await box.hits
            .first()
            .locator(".name")
            .evaluate((name) => getComputedStyle(name).fontSize);
          assert.equal(size, "16px");
          await box.closeButton.tap();
          assert.deepEqual(await place(), before);
        }
        assert.equal(await page.locator("meta[name=viewport]").count(), metas);
      },
      PHONE,
    );
  });
}
