let client;
let escaped;

globalThis.engine = {
  async open() {
    const script = await import("./client.js");
    escaped = script.escaped;
    client = await script.open();
  },
  async search(text, limit) {
    return client
      .search(text)
      .slice(0, limit)
      .map(({ url, title, heading, text: body }) => ({
        url: escaped(url),
        title: escaped(heading === title ? title : `${title} › ${heading}`),
        excerpt: client.excerpt(body, text),
      }));
  },
  async pages(text, count) {
    const pages = client.search(text).map(({ url }) => url.split("#", 1)[0]);
    return [...new Set(pages)].slice(0, count);
  },
};
