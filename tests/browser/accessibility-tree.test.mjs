// What a screen reader hears of the dialog: the accessibility tree as Chromium computes it, written down.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { until } from "./still.mjs";

const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  const page = (title, kind, body) =>
    pageWith({
      title,
      body,
      attributes: `layout="modal" encoder="off" dense="off"`,
      head: `<meta data-docfuse-filter="kind:${kind}">`,
    });
  server = await sites.of({
    "a.html": page("Owls", "guide", `<p>About owls.</p><h2 id="prey">Prey</h2><p>What owls hunt.</p>`),
    "b.html": page("Barns", "reference", `<h2 id="old">Old barns</h2><p>Barns have feathers of owls.</p>`),
  });
});
after(() => sites.stop());

const EXPECTED = {
  results: [
    "dialog “Search” modal=true",
    "  combobox “Search” = owls expanded=true",
    "  button “Clear”",
    "  button “Close Esc”",
    "  group “Filters”",
    "    button “guide 1” pressed=false",
    "    button “reference 1” pressed=false",
    "  listbox “Results”",
    "    group “Owls”",
    "      option “Owls” (Page About owls.) selected=true",
    "      option “Prey” (Section What owls hunt.) selected=false",
    "    group “Barns”",
    "      option “Old barns” (Section Barns have feathers of owls.) selected=false",
    "  region “Preview”",
    "    link “Owls”",
    "    StaticText “About ”",
    "    StaticText “owls”",
    "    StaticText “.”",
    "  group “”",
    "    DisclosureTriangle “More” expanded=false",
    "  status “”",
    "    StaticText “3 results”",
  ],
  corrected: [
    "dialog “Search” modal=true",
    "  combobox “Search” = feathres  expanded=true",
    "  button “Clear”",
    "  button “Close Esc”",
    "  StaticText “Showing results for “”",
    "  StaticText “feathers”",
    "  StaticText “”. ”",
    "  button “Search for “feathres” instead”",
    "  listbox “Results”",
    "    group “Barns”",
    "      option “Old barns” (Section Barns have feathers of owls.) selected=false",
    "  region “Preview”",
    "    link “Old barns”",
    "    StaticText “Barns have ”",
    "    StaticText “feathers”",
    "    StaticText “ of owls.”",
    "  group “”",
    "    DisclosureTriangle “More” expanded=false",
    "  status “”",
    "    StaticText “Showing results for “feathers”. 1 result”",
  ],
  nothing: [
    "dialog “Search” modal=true",
    "  combobox “Search” = zzzz expanded=false",
    "  button “Clear”",
    "  button “Close Esc”",
    "  StaticText “Nothing found for “zzzz”.”",
    "  status “”",
    "    StaticText “Nothing found for “zzzz”.”",
  ],
  empty: [
    "dialog “Search” modal=true",
    "  combobox “Search” expanded=false",
    "  button “Close Esc”",
    "  StaticText “Type a word, a name from the code, or a question.”",
    "  status “”",
  ],
  /** The last one is the browser's own. */
  stops: ["Search", "Clear", "Close\nEsc", "guide 1", "reference 1", "Owls", "More", "outside"],
};

/** Roles that say nothing themselves. */
const SILENT = new Set(["none", "generic", "InlineTextBox", "LineBreak", "mark", "paragraph"]);

/** The tree below the dialog, a line for each node that is said: role, name, description and states. */
async function heard(page) {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines = [];
  const walk = (node, depth, above = "") => {
    const role = node.role?.value;
    // Texts are said with what they name.
    const isRepeated = role === "StaticText" && above.includes(node.name.value.trim());
    const isSaid = !node.ignored && !SILENT.has(role) && !isRepeated;
    if (isSaid) {
      const states = (node.properties ?? [])
        .filter(({ name }) => ["expanded", "selected", "pressed", "modal", "busy"].includes(name))
        .map(({ name, value }) => `${name}=${value.value}`);
      const value = node.value?.value ? [`= ${node.value.value}`] : [];
      const described = node.description?.value ? [`(${node.description.value})`] : [];
      lines.push(
        [`${"  ".repeat(depth)}${role} “${node.name?.value ?? ""}”`, ...value, ...described, ...states].join(
          " ",
        ),
      );
    }
    const named = isSaid ? `${node.name?.value} ${node.value?.value}` : above;
    for (const child of node.childIds ?? []) walk(byId.get(child), depth + Number(isSaid), named);
  };
  walk(
    nodes.find((node) => node.role?.value === "dialog" && !node.ignored),
    0,
  );
  return lines;
}

/** The live region waits for a pause. */
async function hears(page, expected) {
  const isSo = async () => isDeepStrictEqual(await heard(page), expected);
  await until(isSo, "what is read out").catch(async () => assert.deepEqual(await heard(page), expected));
}

test("results: the input, filters, and options with kinds and excerpts as descriptions", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await ask(box, "owls");
    await page.keyboard.press("ArrowDown");
    await hears(page, EXPECTED.results);
  });
});

test("a correction, and nothing found", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await ask(box, "feathres ");
    await hears(page, EXPECTED.corrected);
    await ask(box, "zzzz");
    await hears(page, EXPECTED.nothing);
  });
});

test("nothing typed: what can be typed", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await box.dialog.locator(".hint").waitFor();
    assert.deepEqual(await heard(page), EXPECTED.empty);
  });
});

test("Tab stops at what can be used alone, and not at the dialog itself", async () => {
  await sites.on(server, "a.html", async (box, page) => {
    await box.button.click();
    await ask(box, "owls");
    const stop = () =>
      page.evaluate(() => {
        const { activeElement } = document.activeElement.shadowRoot ?? {};
        return activeElement ? (activeElement.ariaLabel ?? activeElement.innerText).trim() : "outside";
      });
    const stops = [];
    for (let presses = 0; presses < 8; presses += 1) {
      stops.push(await stop());
      await page.keyboard.press("Tab");
    }
    assert.deepEqual(stops, EXPECTED.stops);
  });
});
