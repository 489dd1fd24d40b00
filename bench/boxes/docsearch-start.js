// Starts DocSearch with a client that answers from /sections.json instead of Algolia's servers.
const sections = await (await fetch("/sections.json")).json();

const hit = ({ page, title, anchor, text }, at, words) => {
  const marked = (whole) =>
    words.reduce((done, word) => done.replaceAll(new RegExp(`(${word})`, "gi"), "<mark>$1</mark>"), whole);
  const from = Math.max(0, text.toLowerCase().indexOf(words[0]) - 40);
  const levels = { lvl0: "Manual", lvl1: page, lvl2: title, lvl3: null, lvl4: null, lvl5: null, lvl6: null };
  const results = (values) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        value === null ? null : { value: marked(value), matchLevel: "full", matchedWords: words },
      ]),
    );
  const content = text.slice(from, from + 120);
  return {
    objectID: String(at),
    url: `${location.origin}/${page}.html#${anchor}`,
    url_without_anchor: `${location.origin}/${page}.html`,
    type: "content",
    anchor,
    content,
    hierarchy: levels,
    _highlightResult: { hierarchy: results(levels), content: { value: marked(content), matchLevel: "full" } },
    _snippetResult: { hierarchy: results(levels), content: { value: marked(content), matchLevel: "full" } },
  };
};

const answer = (query) => {
  const words = query.toLowerCase().split(/\W+/).filter(Boolean);
  const found = sections
    .map((section, at) => ({ section, at, text: `${section.title} ${section.text}`.toLowerCase() }))
    .filter(({ text }) => words.length > 0 && words.every((word) => text.includes(word)))
    .slice(0, 20);
  return found.map(({ section, at }) => hit(section, at, words));
};

globalThis.docsearch({
  container: "#docsearch",
  appId: "APP",
  apiKey: "KEY",
  indices: [{ name: "manual" }],
  transformSearchClient: (client) => ({
    ...client,
    async search({ requests }) {
      // Goes over the network as a real query does, so that a host that is away fails it.
      await fetch(`/index.html?${performance.now()}`).catch((cause) => {
        throw Object.assign(new Error("Unreachable hosts", { cause }), { name: "RetryError" });
      });
      return {
        results: requests.map(({ query = "", params }) => {
          const hits = answer(query || params?.query || "");
          return {
            hits,
            nbHits: hits.length,
            query,
            page: 0,
            nbPages: 1,
            hitsPerPage: 20,
            processingTimeMS: 1,
            facets: {},
          };
        }),
      };
    },
  }),
});
