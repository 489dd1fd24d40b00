// The box on a site with versions: the page's own version comes first, another by attribute.
//
// DOCFUSE_BIN: the docfuse command.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launchChromium, newPage } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

let browser;

before(async () => {
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
});

/** A page that states its version. */
const pageOf = (version, title, text) =>
  pageIn("en", title, text).replace(
    "<title>",
    `<meta name="docusaurus_version" content="${version}"><title>`,
  );

test("the box prefers the version of its page", async () => {
  const site = smallSite({
    "owls.html": pageOf("2.0", "Owls", "The owl now hunts at night."),
    "1.0/owls.html": pageOf("1.0", "Owls", "An owl, an owl: in former times, owls were birds."),
    "1.0/mice.html": pageOf("1.0", "Mice", "What the owl hunts."),
    "other.html": pageIn("en", "Other", "Nothing to see."),
  });
  const server = await serve(site.folder, {});
  try {
    for (const [path, attribute, expected, also, findsOld] of [
      ["owls.html", undefined, "owls.html#top", "Owls (1.0)", false],
      ["1.0/mice.html", undefined, "1.0/owls.html#top", "Owls (2.0)", true],
      ["other.html", undefined, "owls.html#top", "Owls (1.0)", true],
      ["1.0/mice.html", "2.0", "owls.html#top", "Owls (1.0)", false],
      ["1.0/mice.html", "", "owls.html#top", "Owls (1.0)", true],
    ]) {
      const { page, problems, close } = await newPage(browser);
      try {
        const box = await SearchBox.at(page, server.url + path);
        if (attribute !== undefined) await box.setAttribute("version", attribute);
        await box.type("owls");
        await box.waitForAnswerTo("owls");
        const shown = await box.hits.evaluateAll((options) =>
          options.map(({ href, textContent }) => [href, textContent]),
        );
        const links = shown.map(([href]) => href.replace(server.url, ""));
        assert.equal(links[0], expected, `${path} ${attribute}`);
        assert.equal(shown[1][1], also, `${path} ${attribute}`);
        assert.equal(links.includes("1.0/mice.html#top"), findsOld, `${path} ${attribute}: only 1.0 has it`);
        assert.deepEqual(problems, []);
      } finally {
        await close();
      }
    }
  } finally {
    await server.close();
    site.remove();
  }
});
