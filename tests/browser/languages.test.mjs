// The box in other languages than English: what a page loads for it, on every kind of host.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { screenshot } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { HOSTS } from "./host-habits.mjs";

const PACK = "/docfuse/docfuse-strings.hdf";

const sites = new BoxSite();
let server;

before(async () => {
  await sites.start();
  const modal = `language="en" layout="modal"`;
  server = await sites.of({
    "a.html": pageWith({ title: "Owls", body: "<p>Owls hunt mice at night.</p>" }),
    "de.html": pageWith({ title: "Eulen", lang: "de", attributes: modal }),
    "eu.html": pageWith({ title: "Hontzak", lang: "eu-ES", attributes: modal }),
    "no.html": pageWith({ title: "Ugler", lang: "no", attributes: modal }),
    "fa.html": pageWith({ title: "جغد", lang: "fa", attributes: modal }).replace("<html", '<html dir="rtl"'),
    "ka.html": pageWith({ title: "ბუ", lang: "ka", attributes: modal }),
  });
});
after(() => sites.stop());

/** Asks for what is not there, and waits until the box says so. */
async function nothing(box, said) {
  await box.button.click();
  await ask(box, "zzzz");
  await box.host.locator(".message:not(.ask)").getByText(said).waitFor();
}

/** The word on the button of the modal box. */
const word = (box) => box.button.innerText().then((text) => text.split("\n")[0]);

for (const [path, search, said] of [
  ["eu.html", "Bilatu", "Ez da ezer aurkitu “zzzz” bilaketarako."],
  ["no.html", "Søk", "Fant ingenting for «zzzz»."],
  ["fa.html", "جستجو", "چیزی برای «\u2068zzzz\u2069» پیدا نشد."],
]) {
  test(`${path} has its word before it is used, and loads its sentences once`, async () => {
    server.requests.length = server.ranges.length = 0;
    await sites.on(server, path, async (box, page) => {
      await box.button.getByText(search, { exact: true }).waitFor();
      assert.ok(!server.requests.includes("/docfuse/docfuse-ui.js"), "nothing else is loaded");
      await nothing(box, said);
      assert.equal(await word(box), search);
      const { direction } = await box.host.locator(".message:not(.ask)").evaluate((line) => ({
        direction: getComputedStyle(line).direction,
      }));
      assert.equal(direction, path === "fa.html" ? "rtl" : "ltr");
      await screenshot(page, `box-${path.slice(0, 2)}`);
      const loaded = server.requests.filter((each) => each.includes("docfuse-strings")).toSorted();
      assert.deepEqual(loaded, [PACK, "/docfuse/docfuse-strings.js"]);
      assert.ok(server.ranges.includes(PACK), "no more than its own");
    });
  });
}

/** In the page: the button's word, once it is not English; then what the box says where nothing is found. */
const spoken = async () => {
  const until = async (find) => {
    for (let tries = 0; tries < 4800 && !find(); tries += 1)
      await new Promise((done) => setTimeout(done, 50));
    return find();
  };
  await customElements.whenDefined("docfuse-search");
  const box = document.querySelector("docfuse-search");
  const text = (selector) => box.shadowRoot.querySelector(selector)?.textContent;
  const word = await until(() => text("button .text") !== "Search" && text("button .text"));
  box.show("zzzz");
  return [
    word,
    await until(() => text(".message:not(.ask)")?.includes("zzzz") && text(".message:not(.ask)")),
  ];
};

for (const { name, skip, launch } of ENGINES) {
  test(`the box speaks Basque in ${name}`, { skip }, async () => {
    const browser = await launch();
    try {
      server.requests.length = server.ranges.length = 0;
      await browser.goto(`${server.url}eu.html`);
      const expected = ["Bilatu", "Ez da ezer aurkitu “zzzz” bilaketarako."];
      assert.deepEqual(await browser.evaluate(spoken), expected);
      assert.deepEqual(
        server.ranges.filter((path) => path === PACK),
        [PACK],
      );
    } finally {
      await browser.close();
    }
  });
}

test("a page in a language that the box does not speak has an English one", async () => {
  server.requests.length = 0;
  await sites.on(server, "ka.html", async (box) => {
    assert.equal(await word(box), "Search");
    await nothing(box, "Nothing found for “zzzz”.");
    assert.ok(!server.requests.includes(PACK));
  });
});

const hosts = Object.entries({ ...HOSTS.rangesAlone, ...HOSTS.touchAll });
for (const [name, habits] of hosts.filter(([each]) => !/stalls|never/.test(each))) {
  test(`a page gets its language from a host that ${name}`, async () => {
    server.habits = habits;
    try {
      await sites.on(server, "de.html", (box) => nothing(box, "Nichts gefunden für „zzzz“."), {
        expected: /status of (403|416|500)|ERR_/,
      });
    } finally {
      server.habits = [];
    }
  });
}

for (const fault of ["missing", "cut", "altered"]) {
  test(`sentences that are ${fault} are English, and the console tells once`, async () => {
    const told = [];
    server.fault = (path) => (path === PACK ? fault : undefined);
    await sites.on(
      server,
      "de.html",
      async (box, page) => {
        page.on("console", (message) => told.push(message.text()));
        await nothing(box, "Nothing found for “zzzz”.");
      },
      { expected: /status of 404|ERR_/ },
    );
    const said = told.filter((text) => text.startsWith("docfuse: sentences in “de” could not be loaded"));
    assert.equal(said.length, 1, `${told}`);
  });
}
