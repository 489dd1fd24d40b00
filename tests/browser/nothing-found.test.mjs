// Where nothing was found: the way to the author, and the pages that the site leads to. Environment: as page.test.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";

const sites = new BoxSite();
before(() => sites.start());
after(() => sites.stop());

test("nothing found: the reader can tell the author, at the author's address", async () => {
  const attributes = `missing-results-url="https://example.com/new?title={query}"`;
  const server = await sites.of({
    "a.html": pageWith({ title: "Owls", body: "<p>Owls.</p>", attributes }),
    "b.html": pageWith({ title: "Mice", body: "<p>Mice.</p>" }),
    "c.html": pageWith({ title: "Bad", attributes: `missing-results-url="javascript:alert({query})"` }),
  });
  await sites.on(server, "a.html", async (box, page) => {
    await ask(box, "zzzz & qqqq");
    const link = box.host.getByRole("link", { name: "Report a missing result" });
    assert.equal(await link.getAttribute("href"), "https://example.com/new?title=zzzz%20%26%20qqqq");
    await screenshot(page, "nothing-found");
    await ask(box, "owls");
    assert.equal(await link.count(), 0);
  });
  for (const path of ["b.html", "c.html"]) {
    await sites.on(server, path, async (box, page) => {
      await ask(box, "zzzz");
      await page.getByText("Nothing found for “zzzz”.").first().waitFor();
      assert.equal(await box.host.getByRole("link").count(), 0);
    });
  }
});

test("nothing found: the space has the pages that the site leads to from everywhere", async () => {
  const nav = `<nav><a href="a.html">Owls</a> <a href="b.html">Mice</a> <a href="b.html#x">Again</a> <a href="#x">Here</a>
    <a href="https://example.com/">Away</a> <a href="c.html">Mice</a> <a href="d.html">→</a>
    ${[1, 2, 3, 4, 5, 6].map((n) => `<a href="more-${n}.html">Night ${n}</a>`).join(" ")}</nav>`;
  const body = `<p>Owls.</p><a href="e.html">Text</a>`;
  const server = await sites.of({
    "a.html": pageWith({ title: "Owls", body }).replace("<main", `${nav}<main`),
    "b.html": pageWith({ title: "Mice", body: "<p>Mice.</p>" }),
  });
  await sites.on(server, "a.html", async (box, page) => {
    await ask(box, "zzzz");
    const links = box.host.locator(".nothing a");
    await links.first().waitFor();
    assert.deepEqual(await links.allTextContents(), ["Mice", ...[1, 2, 3, 4, 5].map((n) => `Night ${n}`)]);
    await ask(box, "owls");
    assert.equal(await links.count(), 0);
    await ask(box, "zzzz");
    await links.first().click();
    await page.waitForURL(/\/b\.html$/);
  });
});

test("nothing found: the space has the pages to which most others link in their texts", async () => {
  const to = (...names) => names.map((name) => `<a href="${name}.html">${name}</a>`).join(" and ");
  const page = (title, ...names) => pageWith({ title, body: `<p>See ${to(...names)}.</p>` });
  const server = await sites.of({
    "a.html": page("Owls", "b").replace("<main", `<nav>${to("Data", "Days")}</nav><main`),
    "b.html": page("Mice", "c"),
    "c.html": page("Night", "a", "b"),
    "d.html": page("Day", "a", "b"),
  });
  const asked = () => server.requests.filter((path) => path === "/docfuse/docfuse-linked.json").length;
  await sites.on(
    server,
    "a.html",
    async (box) => {
      const links = box.host.locator(".nothing a");
      // At once: the first letters alone may have an answer, which finds nothing.
      await box.paste("owls");
      await box.waitForAnswerTo("owls");
      assert.equal(asked(), 0, "no other answer needs them");
      // Without the list, those of the navigation.
      server.fault = (path) => (path.includes("linked") ? "missing" : undefined);
      await ask(box, "yyyy");
      await links.getByText("Days").waitFor();
      assert.deepEqual(await links.allTextContents(), ["Data", "Days"]);
      server.fault = () => undefined;
      await ask(box, "zzzz");
      await links.getByText("Mice").waitFor();
      assert.deepEqual(await links.allTextContents(), ["Mice", "Owls"]);
      assert.equal(await links.first().evaluate((link) => link.href), `${server.url}b.html`);
      const before = asked();
      await ask(box, "xxxx");
      await links.getByText("Mice").waitFor();
      assert.equal(asked(), before, "a list that is there is asked for once");
    },
    { expected: /404.*docfuse-linked/ },
  );
});
