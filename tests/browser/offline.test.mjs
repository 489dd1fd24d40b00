// Sites opened from a folder (`docfuse build --offline`), and on a host by the same script.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside; DOCFUSE_MODEL: the encoder.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium, newPage } from "./chromium.mjs";
import { ENGINES } from "./engines.mjs";
import { serve } from "./server.mjs";
import { smallSite } from "./small-site.mjs";

/** A page as an author writes it for both ways. Its canonical address is clean, which a folder does not serve. */
function page(path, language, title, text) {
  const root = "../".repeat(path.split("/").length - 1);
  const clean = path.replace(/(index)?\.html$/, "");
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><link rel="icon" href="data:,">
<link rel="canonical" href="https://docs.example/${clean}"><title>${title}</title>
<main><docfuse-search></docfuse-search><h1 id="top">${title}</h1><p>${text}</p></main>
<script src="${root}docfuse/docfuse-classic.js"></script></html>`;
}

const TEXTS = {
  "index.html": ["en", "Birds", "An owl hunts at night."],
  "guide/larks.html": ["en", "Larks", "A lark sings in the morning, above fields."],
  "de/haus.html": ["de", "Häuser", "Die Häuser stehen auf dem Berg."],
};

/** What a reader finds: query, link, correction. */
const QUERIES = [
  ["index.html", "owls", "index.html#top"],
  ["guide/larks.html", "mornnig", "guide/larks.html#top"],
  ["guide/larks.html", '"above fields"', "guide/larks.html#top"],
  ["de/haus.html", "haus", "de/haus.html#top"],
];

/** Pages of a site with a lexicon, which has the words of two sections and more. */
const MEANING_TEXTS = {
  "owls.html": ["en", "Owls", "An owl is a bird of prey that hunts mice at night and flies without a sound."],
  "hawks.html": ["en", "Hawks", "A hawk is a bird of prey that hunts mice by day and flies high."],
  "cars.html": ["en", "Cars", "The motor of a car burns petrol, and the brakes slow its wheels."],
  "trucks.html": ["en", "Trucks", "The motor of a truck burns diesel, and the brakes slow its many wheels."],
  "bread.html": ["en", "Bread", "Bake the dough of bread in a hot oven."],
  "cake.html": ["en", "Cake", "Bake the dough of a cake in a hot oven, with sugar."],
};
const MEANING_QUERIES = ["bird of prey at night", "brakes and motor", "dough in the oven"];

/** In the page: the last answer to each query, by the lexicon, and whether an earlier one came without it. */
async function refined(queries) {
  await customElements.whenDefined("docfuse-search");
  const search =
    location.protocol === "file:"
      ? await document.querySelector("docfuse-search").open()
      : await (await import("/docfuse/docfuse.js")).open({ base: "/docfuse/", dense: "lexicon" });
  const answers = [];
  for (const text of queries) {
    let first;
    const last = await new Promise((resolve, reject) => {
      search.query(text, { onUpdate: resolve }).then((answer) => {
        first = answer;
        // What the query before it loaded may be enough.
        if (answer.hits.some(({ lists }) => lists?.includes("lexicon"))) resolve(answer);
      }, reject);
    });
    answers.push({
      text,
      beganWithWords: first.hits.every(({ lists }) => !lists?.includes("lexicon")),
      hits: last.hits.map(({ url, score, lists }) => ({ url, score, lists })),
      degraded: (last.degraded ?? []).map(({ retriever, code }) => `${retriever} ${code}`),
    });
  }
  return answers;
}

/** In the page: what the box shows for a query. */
async function find(text) {
  await customElements.whenDefined("docfuse-search");
  const box = document.querySelector("docfuse-search");
  const input = box.shadowRoot.querySelector("input");
  const answered = new Promise((resolve) => {
    box.addEventListener("docfuse-answer", ({ detail }) => detail.query === text && resolve(detail));
  });
  input.focus();
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  const { hits, degraded } = await answered;
  const note = box.shadowRoot.querySelector("[part=note]");
  return {
    links: hits.map(({ href }) => href),
    degraded: (degraded ?? []).map(({ retriever, code }) => `${retriever} ${code}`),
    note: note.hidden ? "" : note.innerText,
  };
}

let site;
let meaningSite;
let chromium;

before(async () => {
  const pages = Object.entries(TEXTS).map(([path, texts]) => [path, page(path, ...texts)]);
  site = smallSite(Object.fromEntries(pages), ["--offline"]);
  const meaningPages = Object.entries(MEANING_TEXTS).map(([path, texts]) => [path, page(path, ...texts)]);
  meaningSite = smallSite(Object.fromEntries(meaningPages), ["--offline"], { vectors: true });
  chromium = await launchChromium();
});

after(async () => {
  await chromium?.close();
  site?.remove();
  meaningSite?.remove();
});

/** Asks all queries below `root`, a URL, in a browser's page. */
async function check(root, page) {
  for (const [path, text, expected] of QUERIES) {
    await page.goto(root + path);
    const { links, degraded, note } = await page.evaluate(find, text);
    assert.deepEqual(links, [root + expected], `${path}: ${text}`);
    assert.deepEqual(degraded, []);
    assert.equal(note, "", "nothing is said about search by meaning");
  }
}

async function checkInChromium(root) {
  const { page, problems, close } = await newPage(chromium);
  try {
    await check(root, page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const root = () => `${pathToFileURL(site.folder).href}/`;

test("a site opened from a folder answers in Chromium", () => checkInChromium(root()));

for (const { name, skip, launch } of ENGINES) {
  test(`a site opened from a folder answers in ${name}`, { skip }, async () => {
    const browser = await launch();
    try {
      await check(root(), browser);
    } finally {
      await browser.close();
    }
  });
}

const meaningPage = () => `${pathToFileURL(meaningSite.folder).href}/owls.html`;

/** What the site with a lexicon answers on a host, by `dense: "lexicon"`. */
async function refinedOnHost() {
  const server = await serve(meaningSite.folder);
  const { page: tab, close } = await newPage(chromium);
  try {
    await tab.goto(`${server.url}owls.html`);
    return await tab.evaluate(refined, MEANING_QUERIES);
  } finally {
    await close();
    await server.close();
  }
}

/** `answers` from a folder are those of a host, and begin with words. */
async function checkRefined(answers) {
  const expected = await refinedOnHost();
  for (const [number, { text, beganWithWords, hits, degraded }] of answers.entries()) {
    assert.deepEqual(hits, expected[number].hits, text);
    assert.ok(
      hits.some(({ lists }) => lists.includes("lexicon")),
      `${text}: ${JSON.stringify(hits)}`,
    );
    assert.deepEqual(degraded, []);
    if (number === 0) assert.ok(beganWithWords, text);
  }
}

test("the lexicon refines the answers of a folder in Chromium, after those by words", async () => {
  const { page: tab, problems, close } = await newPage(chromium);
  try {
    await tab.goto(meaningPage());
    await checkRefined(await tab.evaluate(refined, MEANING_QUERIES));
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
});

for (const { name, skip, launch } of ENGINES) {
  test(`the lexicon refines the answers of a folder in ${name}, after those by words`, { skip }, async () => {
    const browser = await launch();
    try {
      await browser.goto(meaningPage());
      await checkRefined(await browser.evaluate(refined, MEANING_QUERIES));
    } finally {
      await browser.close();
    }
  });
}

test("without a whole lexicon, words answer, and what is missing is named", async () => {
  const cut = (route) => route.fulfill({ contentType: "text/javascript", body: 'docfuseFile("H4s' });
  const foreign = (route) => route.fulfill({ contentType: "text/javascript", body: 'docfuseFile("H4s=");' });
  const empty = (route) => route.fulfill({ contentType: "text/javascript", body: "" });
  const missing = (route) => route.abort();
  for (const [files, damage, expected] of [
    [/docfuse-offline-full\.js$/, missing, "lexicon not-found"],
    [/docfuse-offline-full\.js$/, empty, "lexicon damaged"],
    [/docfuse_full\.wasm\.hdf\.js$/, missing, "lexicon not-found"],
    [/docfuse_full\.wasm\.hdf\.js$/, cut, "lexicon damaged"],
    [/docfuse_full\.wasm\.hdf\.js$/, foreign, "lexicon damaged"],
    [/termvectors-.*\.js$/, missing, "lexicon unavailable"],
    [/termvectors-.*\.js$/, cut, "lexicon unavailable"],
    [/termvectors-.*\.js$/, foreign, "lexicon unavailable"],
    [/graph-.*\.js$/, missing, "lexicon unavailable"],
    [/dense-.*\.js$/, missing, "lexicon unavailable"],
  ]) {
    const { page: tab, close } = await newPage(chromium);
    try {
      await tab.route(files, damage);
      await tab.goto(meaningPage());
      const [{ hits, degraded }] = await tab.evaluate(refined, ["owl bird"]);
      assert.deepEqual(degraded, [expected], `${files} ${damage.name}`);
      assert.equal(hits[0].url, "owls.html#top", `${files} ${damage.name}`);
    } finally {
      await close();
    }
  }
});

test("on a host the same page loads modules, and none of the scripts for folders", async () => {
  const server = await serve(site.folder);
  try {
    await checkInChromium(server.url);
    assert.ok(server.requests.includes("/docfuse/docfuse.js"), `${server.requests}`);
    const twins = server.requests.filter((path) => /offline|\.\w+\.js$/.test(path));
    assert.deepEqual(twins, []);
  } finally {
    await server.close();
  }
});

test("a query loads only the scripts that it needs", async () => {
  const { page: tab, close } = await newPage(chromium);
  try {
    const loaded = [];
    tab.on("request", (request) => loaded.push(request.url().split("/").at(-1)));
    await tab.goto(`${root()}index.html`);
    await tab.evaluate(find, "owl");
    assert.ok(
      loaded.some((name) => /^terms-.*\.js$/.test(name)),
      `${loaded}`,
    );
    assert.ok(!loaded.some((name) => name.startsWith("positions-")), "a plain query needs no positions");
  } finally {
    await close();
  }
});

test("a missing script is named, and the rest is found", async () => {
  const { page: tab, close } = await newPage(chromium);
  try {
    await tab.route(/texts-.*\.js$/, (route) => route.abort());
    await tab.goto(`${root()}index.html`);
    const { degraded } = await tab.evaluate(find, "owl");
    assert.deepEqual(degraded, ["texts unavailable"]);
  } finally {
    await close();
  }
});

test("the scripts for the lexicon are beside an index that has one", () => {
  const scripts = ({ folder }) => readdirSync(join(folder, "docfuse")).filter((name) => name.endsWith(".js"));
  const ofLexicon = (name) => /^(dense|graph|homes|links|termvectors)-|full/.test(name);
  assert.deepEqual(scripts(site).filter(ofLexicon), []);
  const kinds = new Set(
    scripts(meaningSite)
      .filter(ofLexicon)
      .map((name) => name.replace(/-[0-9a-f]{16}.*/, "")),
  );
  const expected = [
    "dense",
    "docfuse-offline-full.js",
    "docfuse_full.wasm.hdf.js",
    "graph",
    "homes",
    "links",
    "termvectors",
  ];
  assert.deepEqual([...kinds].toSorted(), expected);
});

test("a build without the option deletes the scripts", () => {
  for (const each of [site, meaningSite]) {
    each.build({});
    const names = readdirSync(join(each.folder, "docfuse"));
    assert.deepEqual(
      names.filter((name) => /offline|classic|\.\w+\.js$/.test(name)),
      [],
    );
  }
});
