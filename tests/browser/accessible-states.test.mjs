// axe-core and contrast on what the box shows beside plain results: chips, choices, corrections, previews, past searches,
// buttons, and the grey lines of a slow answer.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DARK_IF_ASKED, expectAccessible } from "./accessible.mjs";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { holding } from "./server.mjs";

const sites = new BoxSite();
let server;

/** A page of a version, with a value of a filter, in the reader's colours. */
function owls(title, version, kind, body, lang = "en") {
  return pageWith({
    title,
    lang,
    body,
    head: `<meta name="docusaurus_version" content="${version}"><meta data-docfuse-filter="kind:${kind}">${DARK_IF_ASKED}`,
    attributes: `missing-results-url="https://example.com/new?title={query}"`,
    inner: `<a slot="assistant" hidden href="https://assistant.example/new?q={prompt}">Assistant</a>`,
  });
}

before(async () => {
  await sites.start();
  const body = `<p>Owls hunt mice.</p><h2 id="b">Prey</h2><p>What owls hunt.</p>
<h3 id="c">Voles</h3><p>Owls hunt voles, too.</p>`;
  server = await sites.of({
    "a.html": owls("Owls", "2.0", "guide", body),
    "b.html": owls("Barn owls", "2.0", "reference", "<p>Owls hunt in barns.</p>"),
    "1.0/a.html": owls("Owls", "1.0", "guide", "<p>Owls of old, with feathers.</p>"),
    "de/a.html": owls("Eulen", "2.0", "guide", "<p>Eulen jagen.</p>", "de"),
  });
});
after(() => sites.stop());

/** How the box comes into a state, from where the focus is in its input, and what it then shows. */
const STATES = {
  narrowed: {
    async reach(box, page) {
      await ask(box, "hutn ");
      await box.host.getByRole("button", { name: "guide" }).click();
      await box.host.locator("button.chip[aria-pressed=true]", { hasText: "guide" }).waitFor();
      await box.hits.nth(2).waitFor();
      for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
      await box.host.locator(".more").click();
      await box.host.locator(".assistant").first().waitFor();
    },
    shows: ["button.chip", "select.chip", ".correction .link", ".path", ".offer", ".copy", ".assistant"],
    inDialog: [".preview"],
  },
  "another-version": {
    reach: (box) => ask(box, "feathers"),
    shows: [".hit", ".correction", "button.chip[aria-pressed=false]"],
    inDialog: [".preview"],
  },
  nothing: {
    async reach(box) {
      await ask(box, "owls");
      await box.host.getByRole("button", { name: "guide" }).click();
      await ask(box, "zzzz");
      await box.host.locator(".report").waitFor();
    },
    shows: [".message:not(.ask)", ".nothing button", ".report"],
  },
  untouched: {
    // What is announced comes with the rest of the user interface.
    reach: (box) => box.host.locator("[role=status]").waitFor({ state: "attached" }),
    shows: [],
    inDialog: [".hint"],
  },
  past: {
    searches: { pinned: ["owls"], recent: ["mice", "voles"] },
    reach: (box) => box.host.locator(".past").waitFor(),
    shows: [".past .query", ".past .small", ".past .link"],
  },
  slow: {
    async reach(box) {
      holding(server, /\/terms-/);
      await box.input.fill("owls");
      await box.host.locator(".skeleton").waitFor();
    },
    shows: [".skeleton"],
  },
};

for (const layout of ["inline", "modal"]) {
  for (const [state, { searches, reach, shows, inDialog = [] }] of Object.entries(STATES)) {
    test(`axe-core and contrast: ${layout}, ${state}`, () =>
      sites.on(server, "a.html", async (box, page) => {
        await page.evaluate(
          ([name, value]) => localStorage.setItem(name, value),
          [`docfuse-searches:${server.url}docfuse/`, JSON.stringify(searches ?? {})],
        );
        await box.setAttribute("layout", layout);
        if (layout === "modal") await box.button.click();
        else await box.input.focus();
        await reach(box, page);
        for (const part of [...shows, ...(layout === "modal" ? inDialog : [])])
          assert.ok(await box.host.locator(part).first().isVisible(), part);
        await expectAccessible(page, `${layout}-${state}`);
      }));
  }
}
