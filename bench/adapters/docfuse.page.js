/** Pause of the search box between the last letter and the query, in milliseconds. */
const DEBOUNCE = 40;

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
  /**
   * Types `text` as into the search box, one letter every `pause` milliseconds: each letter replaces the query that is
   * about to be sent or under way. With `prepares`, each letter also requests the words so far, as the box does.
   * Resolves to the milliseconds from the last letter to the hits.
   */
  async typed(text, pause, prepares) {
    let answer;
    for (let end = 1; end <= text.length; end += 1) {
      const typed = text.slice(0, end);
      if (prepares) search.prepare(typed);
      const asking = new AbortController();
      answer = wait(DEBOUNCE).then(() => ask(typed, { limit: 10, prefix: true, signal: asking.signal }));
      if (end === text.length) break;
      answer.catch(() => undefined);
      await wait(pause);
      asking.abort();
    }
    const started = performance.now();
    await answer;
    return performance.now() - started;
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
  options.signal?.throwIfAborted();
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
