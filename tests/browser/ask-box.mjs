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

${Array.from({ length: 12 }, (_, at) => `In tree ${at + 1}, they wait for it until it is dark [1]. `).join("")}`;

const HOSTILE = `<img src=x onerror="globalThis.isHurt=1"> <a href="https://evil.example/1">one</a> [1].
[two](https://evil.example/2) ![three](https://evil.example/3.png) <script>globalThis.isHurt=1</script> [1].

| a | b |
|---|---|

\`\`\`html
<iframe src="https://evil.example/4">[9]</iframe>
\`\`\`
https://evil.example/5 [javascript:globalThis.isHurt=1](javascript:globalThis.isHurt=1) [2](https://evil.example/6)`;

/** A page with a box; `model` are the settings of the stand-in, null for none; `script` runs before the box is there. */
const page = (model, attributes = "", script = "") =>
  pageWith({
    title: "Start",
    head: `<meta name="viewport" content="width=device-width">${model ? languageModelScript(model) : ""}${script}`,
    attributes: `layout="modal" ${attributes}`,
  });

/** A page whose own function answers, and sends nothing. */
const written = (code) =>
  page(
    null,
    `ask-note=""`,
    `<script>addEventListener("DOMContentLoaded", () => (document.querySelector("docfuse-search").answerer = ${code}));</script>`,
  );

const PAUSE = "await new Promise((resolve) => setTimeout(resolve, 100))";

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
    "tick.html": page({ answers: ["Type a \` to quote. Made up [9]. **Owls hunt [1].** Since [1999]."] }),
    "turns.html": page({ answers: [LONG, "Alpha one [1]. Beta two [1]. Gamma three [1]."], every: 20 }),
    "late.html": page({ answers: [LONG], first: 1500 }),
    "deaf.html": written(
      `async function* () { for (globalThis.given = 0; given < 99; given += 1) { ${PAUSE}; yield "On and on [1], " + given + ". "; } }`,
    ),
    "hangs.html": written("() => new Promise(() => {})"),
    "breaks.html": written(
      `async function* () { yield "One is so [1]. Two is so [1]. Three"; ${PAUSE}; throw new Error("lost"); }`,
    ),
    "fast.html": written(
      `async function* () { for (let at = 0; at < 400; at += 1) yield await Promise.resolve("They wait for it " + at + " [1]. "); }`,
    ),
    "picky.html": page(
      null,
      "",
      `<script>globalThis.LanguageModel = { availability: () => Promise.reject(new RangeError("language")) };</script>`,
    ),
    ...Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `many/${at}.html`,
        pageWith({ title: `Barn ${at}`, body: `<p>Number ${at} of the barns where an ermine lives.</p>` }),
      ]),
    ),
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
