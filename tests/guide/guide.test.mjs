// The guide: docs/ made into a site by guide/build.sh, with its links, and its search in Chromium.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside. The guide is built without the encoder, which would
// take minutes.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, normalize, relative } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launchChromium, newPage, required, screenshot } from "../browser/chromium.mjs";
import { serve } from "../browser/server.mjs";
import { Reader } from "../generators/core/reader.mjs";

const BUILD = fileURLToPath(new URL("../../guide/build.sh", import.meta.url));
/** Where build.sh installs MkDocs. */
const TOOLS =
  process.env.DOCFUSE_TOOLS || join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "docfuse/tools");
const folder = mkdtempSync(join(tmpdir(), "docfuse-guide-"));
/** Exit code of build.sh where pip cannot have MkDocs. */
const UNAVAILABLE = 3;

/** Three queries, and the page that answers each. */
const QUERIES = [
  ["content security policy", /^hosting\/#content-security-policy$/],
  ["which pages are left out", /^settings\/#pages-that-are-left-out$/],
  ["data-docfuse-weight", /^(attributes|moving\/pagefind)\//],
];

let unavailable, server, browser;

before(async () => {
  const env = { ...process.env, DOCFUSE_MODEL: "" };
  const built = spawnSync(BUILD, [folder], { encoding: "utf8", env });
  if (built.status === UNAVAILABLE) {
    unavailable = `MkDocs cannot be installed here: ${built.stderr.trim().split("\n").at(-1)}`;
    return;
  }
  assert.equal(built.status, 0, built.stdout + built.stderr);
  server = await serve(folder);
  browser = await launchChromium();
});

after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A test that needs the built guide. */
const guide = (name, body) => test(name, (t) => (unavailable ? t.skip(unavailable) : body(t)));

guide("every link of the guide leads to a file of it, and to an anchor there", () => {
  const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html"));
  assert.ok(pages.length > 80, `${pages.length} pages`);
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), "utf8")]));
  const broken = pages
    // Material's page of a missing file has absolute links, for a site in the root of its host.
    .filter((page) => page !== "404.html")
    .flatMap((page) => {
      const links = [...texts.get(page).matchAll(/<[a-z][^>]*\s(?:href|src)="([^"]*)"/g)].map(
        ([, link]) => link,
      );
      return links.filter((link) => !leads(page, link, texts)).map((link) => `${page}: ${link}`);
    });
  assert.deepEqual(broken, []);
});

/** Whether a link of a page leads somewhere; links to other hosts count as such. */
function leads(page, link, texts) {
  if (/^[a-z]+:/.test(link)) return true;
  const [path, anchor] = link.replaceAll("&amp;", "&").split("#");
  const plain = decodeURIComponent(path.split("?")[0]);
  const whole = plain === "" ? join(folder, page) : normalize(join(folder, dirname(page), plain));
  const file = existsSync(whole) && statSync(whole).isDirectory() ? join(whole, "index.html") : whole;
  if (!existsSync(file)) return false;
  const text = texts.get(relative(folder, file));
  return !anchor || anchor.startsWith("__") || text.includes(` id="${decodeURIComponent(anchor)}"`);
}

guide("three queries are answered through the box, and nothing fails", async () => {
  const { page, problems, close } = await newPage(browser);
  try {
    const reader = await Reader.at(page, `${server.url}index.html`);
    await screenshot(page, "guide");
    for (const [text, expected] of QUERIES) await reader.finds(text, expected);
    await screenshot(page, "guide-open");
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
});

guide("on a phone, the box can be reached and pages are not too wide", async () => {
  for (const path of ["index.html", "compare/index.html", "moving/docsearch/index.html"]) {
    const { page, close } = await newPage(browser, { viewport: { width: 360, height: 740 } });
    try {
      const reader = await Reader.at(page, `${server.url}${path}`);
      await reader.seesOneBox();
      assert.ok(await reader.reachable(), `the box of ${path}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${path} is ${overflow} px too wide`);
      await screenshot(page, `guide-narrow-${dirname(path).replaceAll("/", "-")}`);
    } finally {
      await close();
    }
  }
});

guide("front matter leaves pages out and weighs them, as in Material's own search", () => {
  const site = mkdtempSync(join(tmpdir(), "docfuse-front-matter-"));
  try {
    mkdirSync(join(site, "docs"));
    const write = (name, text) => writeFileSync(join(site, name), text);
    write("mkdocs.yml", "site_name: Site\ntheme: material\nplugins: [docfuse: {arguments: [--no-dense]}]\n");
    write("docs/index.md", "# One\n\nA thread shares values.\n");
    write("docs/more.md", "---\nsearch: {boost: 2}\n---\n# Two\n\nA thread shares values.\n");
    write("docs/secret.md", "---\nsearch: {exclude: true}\n---\n# Three\n\nA zebra.\n");
    const run = (program, ...args) =>
      execFileSync(program, args, { cwd: site, encoding: "utf8", stdio: "pipe" });
    run(join(TOOLS, "guide/bin/mkdocs"), "build");
    const ask = (text) =>
      JSON.parse(run(required("DOCFUSE_BIN", "the docfuse command"), "query", "site/docfuse", text, "--json"))
        .hits;
    assert.equal(ask("thread shares")[0].url, "more/#two");
    assert.deepEqual(ask("zebra"), []);
  } finally {
    rmSync(site, { recursive: true, force: true });
  }
});
