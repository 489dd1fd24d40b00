// The box in Firefox: both forms, by keyboard.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. Without Firefox, the tests are skipped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FIREFOX, launchFirefox } from "./firefox.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const [CONTROL, ENTER, ESCAPE, DOWN] = ["\uE009", "\uE007", "\uE00C", "\uE015"];

let site;
let server;
let firefox;

before(async () => {
  if (FIREFOX === undefined) return;
  const text = "An owl hunts at night. <p style='height: 3000px'>Long.";
  const page = (layout) =>
    pageIn("en", "Birds", text).replace(
      "<docfuse-search>",
      `<docfuse-search layout=${layout} hotkey="ctrl+k">`,
    );
  site = smallSite({ "inline.html": page("inline"), "modal.html": page("modal") });
  server = await serve(site.folder);
  firefox = await launchFirefox();
});

after(async () => {
  await firefox?.close();
  await server?.close();
  site?.remove();
});

/** In the page: what a reader sees of the box, and where the page is. */
async function state() {
  const { shadowRoot } = document.querySelector("docfuse-search");
  const surface = shadowRoot.querySelector("dialog, .panel");
  const input = shadowRoot.querySelector("input");
  const { x, width } = document.querySelector("h1").getBoundingClientRect();
  return {
    isOpen: surface?.matches("[open], :popover-open") ?? false,
    isFocused: shadowRoot.activeElement === input,
    value: input.value,
    options: shadowRoot.querySelectorAll("[role=option]").length,
    selected: shadowRoot.querySelectorAll("[aria-selected=true]").length,
    name: input.ariaLabel,
    page: [scrollX, scrollY, x, width],
  };
}

async function waitFor(wanted) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const seen = await firefox.evaluate(state);
    if (Object.entries(wanted).every(([name, value]) => seen[name] === value)) return seen;
    assert.ok(Date.now() < deadline, `${JSON.stringify(seen)}, expected ${JSON.stringify(wanted)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

for (const layout of ["inline", "modal"]) {
  test(`keys in Firefox: ${layout}`, async (context) => {
    if (FIREFOX === undefined) return context.skip("no Firefox here");
    await firefox.goto(`${server.url}${layout}.html`);
    const { page } = await firefox.evaluate(state);
    await firefox.press("k", [CONTROL]);
    await waitFor({ isFocused: true, name: "Search" });
    await firefox.press("owls");
    const shown = await waitFor({ isOpen: true, options: 2, value: "owls" });
    assert.deepEqual(shown.page, page, "the page neither scrolls nor shifts");
    await firefox.press(DOWN);
    await waitFor({ selected: 1 });
    const tabs = await firefox.tabs();
    await firefox.press(ENTER, [CONTROL]);
    for (const deadline = Date.now() + 10_000; (await firefox.tabs()) === tabs;) {
      assert.ok(Date.now() < deadline, "a new tab opens");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.deepEqual((await waitFor({ isOpen: true })).page, page);
    await firefox.press(ESCAPE);
    await waitFor({ isOpen: false });
    if (layout === "modal") await waitFor({ isFocused: false });
  });
}
