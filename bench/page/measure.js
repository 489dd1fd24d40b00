// Runs in the page: queries the engine and shows the results in the document, timed.
//
// `engine` has `open()`, which fetches what is needed before the first query; `search(text, limit)`, which resolves
// to hits `{ url, title, excerpt }`, the latter two in HTML; and `pages(text, count)`, which resolves to addresses.

/** Number of results shown, Pagefind's default. */
const SHOWN = 5;

globalThis.bench = {
  /** From nothing loaded to the first results in the document. */
  async first(text) {
    const started = performance.now();
    await engine.open();
    const shown = await show(text);
    return { ...shown, ms: shown.at - started };
  },

  /** Runs the queries one after the other. */
  async each(texts) {
    const answers = [];
    for (const text of texts) answers.push(await show(text));
    return answers;
  },

  /** Addresses of at most `count` pages in the order of the engine's ranking, for each of the queries. */
  async pages(texts, count) {
    const answers = [];
    for (const text of texts) answers.push(await engine.pages(text, count));
    return answers;
  },
};

async function show(text) {
  const started = performance.now();
  const found = await engine.search(text, SHOWN);
  const items = found.map(
    ({ url, title, excerpt }) => `<li><a href="${url}">${title}</a><p>${excerpt}</p></li>`,
  );
  const list = document.getElementById("results");
  list.innerHTML = items.join("");
  const at = performance.now();
  // Read back from the document, so that only what was shown counts.
  const urls = [...list.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  const excerpts = [...list.querySelectorAll("p")].filter(
    (excerpt) => excerpt.textContent.trim() !== "",
  ).length;
  return { ms: at - started, at, urls, excerpts };
}
