let search;

globalThis.engine = {
  async open() {
    const { open } = await import("./docfuse/client.js");
    search = await open({ base: "./docfuse/", encoder: "off" });
  },
  async search(text, limit) {
    const hits = await ask(text, { limit });
    return hits.map(({ url, title, heading, excerpt, highlights }) => ({
      url: escaped(url),
      title: escaped(heading === "" ? title : `${title} › ${heading}`),
      excerpt: marked(excerpt, highlights),
    }));
  },
  async pages(text, count) {
    const hits = await ask(text, { limit: count, maxPerPage: 1 });
    return hits.map(({ page }) => page);
  },
};

async function ask(text, options) {
  const { hits, degraded } = await search.query(text, { mode: "lexical", ...options });
  // The time of an answer that something is missing from would be no figure of the engine.
  if (degraded) throw new Error(`degraded: ${JSON.stringify(degraded)}`);
  return hits;
}

function marked(text, highlights) {
  let html = "";
  let done = 0;
  for (const [start, end] of highlights) {
    html += `${escaped(text.slice(done, start))}<mark>${escaped(text.slice(start, end))}</mark>`;
    done = end;
  }
  return html + escaped(text.slice(done));
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
