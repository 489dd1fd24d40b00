// Who answers, and from what: the reader's Ollama (a stand-in at its address), and sections that all lists find.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_MODEL: the encoder.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answered, line, on, panel } from "./ask-box.mjs";
import { ask } from "./box-site.mjs";
import { chatServer } from "./chat-server.mjs";
import { launchChromium, newPage } from "./chromium.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

let browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser?.close());

test("the reader's Ollama answers, also where the browser knows no model for the language", async () => {
  const ollama = await chatServer(11434);
  try {
    await on("picky.html", async (box, page) => {
      assert.equal(await line(box).isVisible(), false);
      const use = (model) =>
        page.evaluate(async (name) => (await import("/docfuse/docfuse-ask.js")).useOllama(name), model);
      await use("llama3.2");
      await ask(box, "where do owls hunt mice");
      await line(box).click();
      await answered(box);
      assert.match(await panel(box).textContent(), /It is so \[1\]\./);
      const [{ model, stream, messages }] = ollama.requests;
      assert.deepEqual([model, stream, messages.length], ["llama3.2", true, 2]);
      await use();
      await ask(box, "why do owls hunt mice");
      assert.equal(await line(box).isVisible(), false, "no longer, when the reader says so");
      assert.equal(ollama.requests.length, 1);
      const give = (is) =>
        page.evaluate((given) => {
          document.querySelector("docfuse-search").answerer = given ? () => "So [1]." : undefined;
        }, is);
      await give(true);
      await ask(box, "do owls hunt mice");
      assert.equal(await line(box).isVisible(), true);
      await give(false);
      await ask(box, "do owls eat mice");
      assert.equal(await line(box).isVisible(), false, "what was there before is no longer offered");
    });
  } finally {
    await ollama.close();
  }
});

test("an answer is written from what all lists find", async () => {
  const texts = {
    cats: "Kittens are small felines that purr and drink milk.",
    boats: "A ferry carries cars over the river twice a day.",
    bread: "Bake the dough for forty minutes, until the crust is brown.",
  };
  const pages = Object.entries(texts).map(([name, text]) => [`${name}.html`, pageIn("en", name, text)]);
  const site = smallSite(Object.fromEntries(pages), [], { vectors: true });
  const server = await serve(site.folder);
  const { page, close } = await newPage(browser);
  try {
    await page.goto(`${server.url}boats.html`);
    const found = await page.evaluate(async () => {
      const { open } = await import("/docfuse/docfuse.js");
      const search = await open({ base: "/docfuse/", encoder: "auto" });
      await search.whenReady();
      let prompt;
      const answerer = (messages) => ((prompt = messages.at(-1).content), Promise.resolve("So [1]."));
      for await (const part of search.ask("young pets: which animals?", { answerer }))
        if (part.type === "answer") {
          search.close();
          return { prompt, degraded: part.answer.context.degraded, cited: part.answer.sources[0].url };
        }
    });
    // No word of the question stands there.
    assert.match(found.prompt, /^\[1\] cats\n> Kittens are small felines/);
    assert.deepEqual([found.degraded, found.cited.split("#")[0]], [null, "cats.html"]);
  } finally {
    await close();
    await server.close();
    site.remove();
  }
});
