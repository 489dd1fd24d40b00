let pagefind;

globalThis.engine = {
  async open() {
    pagefind = await import("./pagefind/pagefind.js");
    // Addresses relative to the site's root, wherever the bench has put the index.
    await pagefind.options({ baseUrl: "/" });
    await pagefind.init();
  },
  async search(text, limit) {
    const found = await firstOf(text, limit);
    return found.map(({ url, meta, excerpt }) => ({ url: url.slice(1), title: meta.title, excerpt }));
  },
  async pages(text, count) {
    return (await firstOf(text, count)).map(({ url }) => url.slice(1));
  },
};

async function firstOf(text, count) {
  const { results } = await pagefind.search(text);
  return Promise.all(results.slice(0, count).map((result) => result.data()));
}
