// Handing over: Markdown with sources, the author's assistants, and nothing that is sent by itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { meanwhile } from "./still.mjs";

const sites = new BoxSite();
let server;

const inner = `<a slot="assistant" href="https://assistant.example/new?q={prompt}">Assistant</a>
<a slot="assistant" href="javascript:alert({query})">Bad</a>`;

before(async () => {
  await sites.start();
  const attributes = `layout="modal"`;
  const body = "<p>Owls hunt at <em>night</em>.</p><pre>owl.hoot()</pre>";
  server = await sites.of({
    "a.html": pageWith({ title: "Owls", body, attributes, inner }),
    "b.html": pageWith({ title: "Mice", body: "<p>Mice hide from owls.</p>", attributes }),
  });
});
after(() => sites.stop());

test("the best sections are copied as Markdown, with their sources", async () => {
  const permissions = ["clipboard-read", "clipboard-write"];
  await sites.on(
    server,
    "a.html",
    async (box, page) => {
      await box.button.click();
      await ask(box, "owls night");
      await box.host.locator(".more").click();
      await box.host.locator(".copy").waitFor(); // by a script of its own
      await screenshot(page, "hand-over");
      await box.host.getByRole("button", { name: "Copy as Markdown" }).click();
      await box.host.getByRole("button", { name: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(
        copied,
        `## Owls\n\nOwls hunt at night.\n\n\`\`\`\nowl.hoot()\n\`\`\`\n\nSource: <${server.url}a.html#top>\n\n` +
          `## Mice\n\nMice hide from owls.\n\nSource: <${server.url}b.html#top>\n`,
      );
      await box.host.getByRole("button", { name: "Copy as Markdown" }).waitFor();
    },
    { permissions },
  );
});

test("assistants are links, followed by the reader alone, and nothing else leaves the page", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    const asked = [];
    page.context().on("request", (request) => asked.push(request.url()));
    await box.button.click();
    await ask(box, "owls night");
    await box.host.locator(".more").click();
    const links = box.host.locator("[part=assistant]");
    await links.first().waitFor();
    assert.deepEqual(await links.allTextContents(), ["Assistant"]);
    const { origin, searchParams } = new URL(await links.first().getAttribute("href"));
    assert.equal(origin, "https://assistant.example");
    const prompt = searchParams.get("q");
    assert.match(
      prompt,
      /: owls night\n\nOwls\nhttp:.*a\.html#top\nOwls hunt at night\.\nowl\.hoot\(\)\n\nMice/,
    );
    await links.first().hover();
    await meanwhile(300);
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(server.url) && !url.startsWith("blob:")),
      [],
      "nothing was sent",
    );
    const [opened] = await Promise.all([page.context().waitForEvent("page"), links.first().click()]);
    assert.ok(opened.url().startsWith("https://assistant.example/") || opened.url() === "about:blank");
    await opened.close();
    assert.ok(asked.some((url) => url.startsWith("https://assistant.example/")));
    assert.equal(await box.dialog.isVisible(), true);
  });
});

test("a page without links to assistants offers none, and an empty answer nothing at all", async () => {
  await sites.on(server, "b.html", async (box) => {
    await box.button.click();
    await ask(box, "owls");
    await box.host.locator(".more").click();
    await box.host.locator(".copy").waitFor();
    assert.equal(await box.host.locator("[part=assistant]").count(), 0);
    await ask(box, "zzzz");
    assert.equal(await box.host.locator("[part=hand-over]").isVisible(), false);
  });
});

test("Escape closes the menu alone, and so does what takes the focus; letters go to the input", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await ask(box, "owls");
    const menu = box.host.locator(".hand-over");
    const isOpen = () => menu.evaluate(({ open }) => open);
    await menu.locator("summary").press("Enter");
    await menu.locator(".copy").waitFor();
    await page.keyboard.press("Escape");
    assert.deepEqual([await isOpen(), await box.dialog.isVisible()], [false, true]);
    assert.ok(await menu.locator("summary").evaluate((it) => it.matches(":focus")));
    await page.keyboard.press("Enter");
    assert.equal(await isOpen(), true);
    await page.keyboard.press("x");
    assert.deepEqual([await isOpen(), await box.input.inputValue()], [false, "owlsx"]);
  });
});
