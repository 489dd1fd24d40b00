// The box in Firefox: both forms by keyboard, what results show, a failure, looks, and the parts.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. Without Firefox, the tests are skipped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pageWith } from "./box-site.mjs";
import { ENGINES } from "./engines.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";
import { until, untilSeen } from "./still.mjs";

const [CONTROL, ENTER, ESCAPE, DOWN, TAB] = ["\uE009", "\uE007", "\uE00C", "\uE015", "\uE004"];

const { skip, launch } = ENGINES.find(({ name }) => name === "Firefox");

let site;
let server;
let firefox;

before(async () => {
  if (skip) return;
  const text = "An owl hunts at night. <p style='height: 3000px'>Long.";
  const page = (layout) =>
    pageIn("en", "Birds", text).replace(
      "<docfuse-search>",
      `<docfuse-search layout=${layout} hotkey="ctrl+k">`,
    );
  const attributes = `layout="modal" hotkey="ctrl+k"`;
  const body = `<p>Voles hide.</p><h2 id="b">Burrows</h2><p>Voles dig.</p>`;
  const about = (title) => pageWith({ title, attributes, body: `<p>${title} swim.</p>` });
  const part = (name) => `<docfuse-${name} param="q"></docfuse-${name}>`;
  site = smallSite({
    "inline.html": page("inline"),
    "modal.html": page("modal"),
    "voles.html": pageWith({ title: "Voles", attributes, body }),
    "more.html": pageWith({ title: "More voles", attributes, body: "<p>Voles again.</p>" }),
    "dark.html": about("Newts").replace(
      "<title>",
      "<style>html { background: #101418; color: #eee }</style><title>",
    ),
    "rtl.html": about("Toads").replace("<html ", "<html dir=rtl "),
    "search.html": pageWith({ body: ["input", "summary", "results"].map(part).join("") }),
  });
  server = await serve(site.folder);
  firefox = await launch();
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
    // Those of the answer to a part of the word go away.
    options: shadowRoot.querySelectorAll(".list:not(.stale) [role=option]").length,
    selected: shadowRoot.querySelectorAll("[aria-selected=true]").length,
    name: input.ariaLabel,
    page: [scrollX, scrollY, x, width],
  };
}

/** Waits until what `see` returns is wanted, and returns it. */
async function poll(see, isWanted, wanted) {
  let seen;
  await until(
    async () => isWanted((seen = await see())),
    () => `${JSON.stringify(seen)} found, ${wanted}`,
  );
  return seen;
}

/** Waits until parts of the state are `wanted`, and returns all of it. */
const waitFor = (wanted) =>
  poll(
    () => firefox.evaluate(state),
    (seen) => Object.entries(wanted).every(([name, value]) => seen[name] === value),
    JSON.stringify(wanted),
  );

/** Waits until `look`, in the page, gives `wanted`. */
const untilInPage = (look, wanted, what) => untilSeen(() => firefox.evaluate(look), wanted, what);

for (const layout of ["inline", "modal"]) {
  test(`keys in Firefox: ${layout}`, { skip }, async () => {
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
    await poll(
      () => firefox.tabs(),
      (now) => now !== tabs,
      "a new tab",
    );
    assert.deepEqual((await waitFor({ isOpen: true })).page, page);
    await firefox.press(ESCAPE);
    await waitFor({ isOpen: false });
    if (layout === "modal") await waitFor({ isFocused: false });
  });
}

/** A test of Firefox, on the page at `path`, where the dialog is open. */
const inDialog = (name, path, body, fault = () => undefined) =>
  test(name, { skip }, async () => {
    server.fault = fault;
    await firefox.goto(server.url + path);
    await firefox.press("k", [CONTROL]);
    await untilInPage(async () => document.querySelector("docfuse-search").matches(":focus"), true, "focus");
    await body();
  });

inDialog("in Firefox, results have groups, and the section of one is beside them", "voles.html", async () => {
  await firefox.press("voles");
  const groups = async () => {
    const { shadowRoot } = document.querySelector("docfuse-search");
    const title = (group) => shadowRoot.getElementById(group.getAttribute("aria-labelledby")).textContent;
    if (!shadowRoot.querySelector(".list:not(.stale)")) return [];
    return [...shadowRoot.querySelectorAll("[role=group]:has(.hit)")].map(title).sort();
  };
  await untilInPage(groups, ["More voles", "Voles"], "groups");
  await firefox.press(DOWN);
  const previewed = async () => {
    const { shadowRoot } = document.querySelector("docfuse-search");
    const heading = (selector) => shadowRoot.querySelector(selector)?.innerText.split("\n")[0].trim();
    const preview = shadowRoot.querySelector(".preview");
    const mark = preview.querySelector("mark")?.textContent;
    return [
      preview.checkVisibility(),
      heading(".preview .title") === heading("[aria-selected=true] .name"),
      mark,
    ];
  };
  await untilInPage(previewed, [true, true, "Voles"], "preview");
});

inDialog("in Firefox, the focus stays in the dialog, and is given back", "modal.html", async () => {
  await firefox.press("owls");
  await waitFor({ options: 2 });
  const parts = [];
  for (let times = 0; times < 8; times += 1) {
    await firefox.press(TAB);
    parts.push(
      await firefox.evaluate(async () => {
        const { activeElement } = document;
        return activeElement.shadowRoot?.activeElement?.className ?? activeElement.localName;
      }),
    );
  }
  // Between two rounds, the browser's own bars may have it, not the page.
  assert.deepEqual(
    parts.filter((part) => !["input", "clear", "close", "title", "more", "preview", "body"].includes(part)),
    [],
  );
  assert.ok(new Set(parts).size > 2, `${parts}`);
  await firefox.press(ESCAPE);
  await waitFor({ isOpen: false });
  await firefox.evaluate(async () => {
    const link = Object.assign(document.createElement("a"), { href: "#top", id: "before" });
    document.body.append(link);
    link.focus();
  });
  await firefox.press("k", [CONTROL]);
  await waitFor({ isOpen: true, isFocused: true });
  await firefox.press(ESCAPE);
  await untilInPage(async () => document.activeElement.id, "before", "focus");
});

inDialog(
  "in Firefox, a failure is said, and a retry answers",
  "voles.html",
  async () => {
    const shown = async () => {
      const { shadowRoot } = document.querySelector("docfuse-search");
      const failure = shadowRoot.querySelector(".failure");
      const lines = failure?.checkVisibility() ? failure.innerText.split(/\s*\n\s*/) : [];
      return [lines, shadowRoot.querySelectorAll(".hit").length];
    };
    await firefox.press("voles");
    await untilInPage(shown, [["Search is not available right now.", "Try again"], 0], "failed");
    server.fault = () => undefined;
    await firefox.evaluate(async () =>
      document.querySelector("docfuse-search").shadowRoot.querySelector(".retry").click(),
    );
    await untilInPage(shown, [[], 3], "answered");
  },
  (path) => (path.endsWith("/docfuse.json") ? "missing" : undefined),
);

inDialog("in Firefox, the box is dark on a dark page", "dark.html", async () => {
  await firefox.press("newts");
  const background = async () => {
    const { shadowRoot } = document.querySelector("docfuse-search");
    return getComputedStyle(shadowRoot.querySelector("dialog")).backgroundColor;
  };
  await untilInPage(background, "rgb(22, 25, 31)", "background");
});

inDialog("in Firefox, the box is mirrored from right to left", "rtl.html", async () => {
  await firefox.press("toads");
  await firefox.press(DOWN);
  const places = async () => {
    const { shadowRoot } = document.querySelector("docfuse-search");
    const place = (selector) => shadowRoot.querySelector(selector)?.getBoundingClientRect();
    const isArrow = getComputedStyle(shadowRoot.querySelector(".close")).order === "-1";
    const [dialog, close, input, list, preview] = ["dialog", ".close", "input", ".list", ".preview"].map(
      place,
    );
    return [
      dialog.left >= 0 && dialog.right <= innerWidth,
      isArrow ? close.left >= input.right : close.right <= input.left,
      preview?.right <= list?.left + 1,
    ];
  };
  await untilInPage(places, [true, true, true], "places");
});

test("in Firefox, the parts share a search and its address", { skip }, async () => {
  const shown = async () => {
    const part = (name) => document.querySelector(`docfuse-${name}`).shadowRoot;
    const links = [...(part("results")?.querySelectorAll("a.hit") ?? [])];
    return [
      part("input")?.querySelector("input")?.value,
      links.map(({ pathname }) => pathname).sort(),
      part("summary")?.querySelector(".summary")?.textContent,
      location.search,
    ];
  };
  await firefox.goto(`${server.url}search.html?q=again`);
  await untilInPage(shown, ["again", ["/more.html"], "1 result", "?q=again"], "parts");
  await firefox.evaluate(async () => document.querySelector("docfuse-input").focus());
  await firefox.press(" voles");
  await untilInPage(async () => new URLSearchParams(location.search).get("q"), "again voles", "address");
  await firefox.press(DOWN);
  const isOnFirstLink = async () => {
    const { shadowRoot } = document.querySelector("docfuse-results");
    return shadowRoot.activeElement !== null && shadowRoot.activeElement === shadowRoot.querySelector("a");
  };
  await untilInPage(isOnFirstLink, true, "focus");
});
