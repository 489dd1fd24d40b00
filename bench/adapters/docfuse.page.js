/** Pause before a query is asked again whose word rows are not there yet, in milliseconds. */
const ROWS = 20;

let search;
let mode = "lexical";

globalThis.engine = {
  async open() {
    await load("off");
  },
  /** Loads the encoder. Later queries are hybrid. */
  async openHybrid() {
    search.close();
    await load("eager");
    await search.whenReady();
    mode = "hybrid";
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

const wait = (ms) => new Promise((go) => setTimeout(go, ms));

async function load(encoder) {
  const { open } = await import("./docfuse/client.js");
  search = await open({ base: "./docfuse/", encoder });
}

async function ask(text, options) {
  const { hits, degraded, pending } = await search.query(text, { mode, ...options });
  // Rows of the query's words are on the way; a box would ask again, too.
  if (pending.some(({ code }) => code === "encoder-loading")) {
    await wait(ROWS);
    return ask(text, options);
  }
  // An incomplete answer must not be timed.
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
