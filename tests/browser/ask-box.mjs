// A site whose box has answers by a model: a stand-in for the browser's model on most pages, an endpoint on loopback on others.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { ask, BoxSite, pageWith } from "./box-site.mjs";
import { chatServer } from "./chat-server.mjs";
import { languageModelScript } from "./language-model.mjs";

export const QUESTION = "when do owls hunt mice";
const sites = new BoxSite();
export let server;
export let chat;

export const LONG = `Owls hunt **at night** [1]. They \`eat()\` mice [7]. Nobody knows why.

- They fly without noise [1, 2].
- Mice hide [2].

${"They wait for it in the old tree until it is dark [1]. ".repeat(12)}`;

const HOSTILE = `<img src=x onerror="globalThis.isHurt=1"> <a href="https://evil.example/1">one</a> [1].
[two](https://evil.example/2) ![three](https://evil.example/3.png) <script>globalThis.isHurt=1</script> [1].

| a | b |
|---|---|

\`\`\`html
<iframe src="https://evil.example/4">[9]</iframe>
\`\`\`
https://evil.example/5 [javascript:globalThis.isHurt=1](javascript:globalThis.isHurt=1) [2](https://evil.example/6)`;

/** A page with a box; `model` are the settings of the stand-in, null for none. */
const page = (model, attributes = "") =>
  pageWith({
    title: "Start",
    head: `<meta name="viewport" content="width=device-width">${model ? languageModelScript(model) : ""}`,
    attributes: `layout="modal" ${attributes}`,
  });

before(async () => {
  await sites.start();
  chat = await chatServer();
  server = await sites.of({
    "none.html": page(null),
    "here.html": page({ answers: [LONG, "And voles [1]. Also bats [2]."] }),
    "slow.html": page({ answers: [LONG], every: 25 }),
    "download.html": page({ state: "downloadable", answers: [LONG] }),
    "unavailable.html": page({ state: "unavailable" }),
    "french.html": page({ languages: ["fr"] }),
    "off.html": page({}, `ask="off"`),
    "hostile.html": page({ answers: [HOSTILE] }),
    "refuses.html": page({ answers: ["NOT DOCUMENTED"] }),
    "fails.html": page({ answers: ["!UnknownError", "At night [1]."] }),
    "endpoint.html": page(null, `ask="${chat.url}" ask-model="tiny"`),
    "wrong.html": page(null, `ask="ftp://x/y"`),
    "inline.html": page({ answers: [LONG] }).replace(`layout="modal"`, ""),
    "owls.html": pageWith({
      title: "Owls",
      body: `<p>Owls hunt at night in the old tree.</p>
<h2 id="food">Food of owls</h2><p>Owls eat mice.</p>${"<p>Much else is said here.</p>".repeat(60)}
<h2 id="wings">Wings</h2><p>Their wings make no noise, so owls hunt mice unheard at night.</p>`,
    }),
    "mice.html": pageWith({ title: "Mice", body: "<p>Mice hide from owls at night.</p>" }),
  });
});
after(async () => {
  await chat?.close();
  await sites.stop();
});

export const line = (box) => box.host.getByRole("button", { name: "Answer from these pages" });
export const panel = (box) => box.host.getByRole("region", { name: "Answer from these pages" });
export const note = (box) => box.host.locator(".origin");
export const DEVICE = "Written by a model on this device; check the sources.";

export const asks = () => server.requests.filter((path) => path.includes("/docfuse-ask"));
export const log = (page) => page.evaluate(() => globalThis.modelLog);

/** Opens a page, and types the question. */
export const on = (path, body, options) =>
  sites.on(
    server,
    path,
    async (box, page) => {
      server.requests.length = 0;
      if (await box.button.count()) await box.button.click();
      else await box.input.focus();
      await ask(box, QUESTION);
      await body(box, page);
    },
    options,
  );

/** Waits until the answer is whole. */
export async function answered(box) {
  await box.host.getByRole("button", { name: "Copy with sources" }).waitFor();
  assert.equal(await note(box).textContent(), DEVICE);
}
