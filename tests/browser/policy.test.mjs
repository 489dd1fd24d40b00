// Strict content security policies, Trusted Types, subresource integrity, and an index on another origin than the page.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. DOCFUSE_DEMO_SITE: a site with an index with vectors.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launchChromium, newPage, required } from "./chromium.mjs";
import { SearchBox } from "./search-box.mjs";
import { serve } from "./server.mjs";
import { pageIn, smallSite } from "./small-site.mjs";

const GUIDE = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");

/** A policy of the guide, which begins with `start`. */
function policy(start) {
  const found = GUIDE.split("```").find((block) => block.trim().startsWith(start));
  assert.ok(found, `docs/hosting.md has no policy that begins with “${start}”`);
  // The favicon of the test pages is a data: URL.
  return `default-src 'none'; img-src data:; ${found.trim().replaceAll("\n", " ")}`;
}

/** Forwards to the server at `url`, and adds a policy to every answer. */
async function behindPolicy(url, value) {
  const proxy = createServer(async (request, response) => {
    try {
      const { range } = request.headers;
      const answer = await fetch(url + request.url.slice(1), { headers: { ...(range && { range }) } });
      const names = ["content-type", "content-range"].filter((name) => answer.headers.has(name));
      const headers = Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]));
      response.writeHead(answer.status, { ...headers, "content-security-policy": value });
      response.end(Buffer.from(await answer.arrayBuffer()));
    } catch (error) {
      response.destroy(error);
    }
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const close = () => (proxy.closeAllConnections(), new Promise((resolve) => proxy.close(resolve)));
  return { url: `http://127.0.0.1:${proxy.address().port}/`, close };
}

let browser;
let site;

before(async () => {
  browser = await launchChromium();
  const words = {
    "index.html": ["en", "Birds", "An owl hunts at night."],
    "de.html": ["de", "Eulen", "Die Eulen."],
  };
  const pages = Object.entries(words).map(([path, texts]) => [path, pageIn(...texts)]);
  site = smallSite(Object.fromEntries(pages), ["--offline"]);
});

after(async () => {
  await browser?.close();
  site?.remove();
});

/** Runs `body` on a new page, and expects no error in its console: violations of the policy are errors. */
async function withPage(body) {
  const { page, problems, close } = await newPage(browser);
  try {
    await body(page);
    assert.deepEqual(problems, []);
  } catch (error) {
    // A page that its policy breaks only times out.
    throw problems.length > 0 ? new Error(problems.join("\n"), { cause: error }) : error;
  } finally {
    await close();
  }
}

async function find(page, url, text) {
  const box = await SearchBox.at(page, url);
  await box.type(text);
  await box.waitForAnswerTo(text);
  return box.links();
}

const STRICT = "script-src 'self'";
const OTHER_ORIGIN = "script-src https://cdn.example";

test("the strict policy with Trusted Types, for both scripts and both workers", async () => {
  const server = await serve(site.folder);
  const strict = await behindPolicy(server.url, policy(STRICT));
  try {
    writeFileSync(
      join(site.folder, "classic.html"),
      pageIn("en", "Classic", "").replace(
        'type="module" src="/docfuse/docfuse.js"',
        'src="/docfuse/docfuse-classic.js"',
      ),
    );
    for (const [path, text, expected] of [
      ["index.html", "owl", "index.html#top"],
      ["de.html", "Eule", "de.html#top"],
      ["classic.html", "owl", "index.html#top"],
    ]) {
      await withPage(async (page) => {
        const [link] = await find(page, strict.url + path, text);
        assert.ok(link?.startsWith(strict.url + expected), `${path}: ${link}`);
        assert.ok(await page.evaluate(() => "trustedTypes" in globalThis), "Chromium has Trusted Types");
      });
    }
  } finally {
    await strict.close();
    await server.close();
  }
});

test("the strict policy with the encoder", async () => {
  const book = required("DOCFUSE_DEMO_SITE", "a copy of the Rust Book with its index in docfuse/");
  const folder = mkdtempSync(join(tmpdir(), "docfuse-policy-"));
  symlinkSync(join(book, "docfuse"), join(folder, "docfuse"));
  writeFileSync(join(folder, "index.html"), pageIn("en", "Book", ""));
  const server = await serve(folder);
  const strict = await behindPolicy(server.url, policy(STRICT));
  try {
    await withPage(async (page) => {
      const box = await SearchBox.at(page, `${strict.url}index.html`);
      await box.encoderReady();
      await box.type("catch exceptions");
      await box.waitForAnswerTo("catch exceptions");
      assert.ok(
        (await box.urls()).some((url) => url.startsWith("ch09-")),
        `${await box.urls()}`,
      );
      assert.equal(await box.note(), "");
    });
  } finally {
    await strict.close();
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

test("an index, its scripts and workers on another origin than the page", async () => {
  const printed = site.build({}, "--offline", "--verbose");
  const [, integrity] = /docfuse\.js: integrity="(sha384-[^"]+)"/.exec(printed);
  const cdn = await serve(site.folder);
  const folder = mkdtempSync(join(tmpdir(), "docfuse-page-"));
  const server = await serve(folder);
  const origin = new URL(cdn.url).origin;
  const strict = await behindPolicy(
    server.url,
    policy(OTHER_ORIGIN).replaceAll("https://cdn.example", origin),
  );
  const write = (attributes) =>
    writeFileSync(
      join(folder, "index.html"),
      pageIn("en", "Page", "")
        .replace("<docfuse-search>", '<docfuse-search site="/">')
        .replace('src="/docfuse/docfuse.js"', `src="${cdn.url}docfuse/docfuse.js" ${attributes}`),
    );
  try {
    write(`crossorigin integrity="${integrity}"`);
    await withPage(async (page) => {
      const [link] = await find(page, `${strict.url}index.html`, "owl");
      assert.ok(link?.startsWith(`${strict.url}index.html#top`), `hits lead to the page's site: ${link}`);
    });
    // Another script than the one that the attribute names does not run.
    write(`crossorigin integrity="${integrity.replace(/-.{8}/, "-AAAAAAAA")}"`);
    const { page, problems, close } = await newPage(browser);
    await page.goto(`${strict.url}index.html`);
    assert.equal(await page.evaluate(() => customElements.get("docfuse-search")), undefined);
    assert.ok(
      problems.some((problem) => /integrity/i.test(problem)),
      `${problems}`,
    );
    await close();
  } finally {
    await strict.close();
    await server.close();
    await cdn.close();
    rmSync(folder, { recursive: true });
  }
});
