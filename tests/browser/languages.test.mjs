// The box in other languages than English: what a page loads for it, on every kind of host.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
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
  });
});
after(() => sites.stop());



/** Asks for what is not there, and waits until the box says so. */
async function nothing(box, said) {
  await box.button.click();
  await ask(box, "zzzz");
  await box.host.locator(".message").getByText(said).waitFor();
}

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
