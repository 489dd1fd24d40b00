// What a box costs a reader: bytes and requests when the page is loaded, when the box opens, and until the first answer
// stands. Text is counted as gzip -9 sends it, all else as it is.
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { Session } from "./session.mjs";

const TEXT = new Set([".html", ".js", ".mjs", ".css", ".json", ".svg"]);
/** Of the page, or of what stands in for a server. */
const NOT_THE_BOX = /\.(html|webp|woff2)$|^\/(start\.js|sections\.json)$/;

/** Rows of the table. */
export const WEIGHED = [
  "loaded with every page: KB (requests)",
  "more when it opens",
  "more until the first answer",
];

/** The cells of these rows. */
export async function weigh(browser, box, server) {
  const sent = [];
  server.habits = [
    ({ path, body }) => NOT_THE_BOX.test(path) || sent.push({ path, bytes: weight(path, body) }),
  ];
  const session = await Session.start(browser, box, server.url);
  try {
    const stops = [0, sent.length];
    await session.open();
    await session.page.waitForTimeout(1500);
    stops.push(sent.length);
    await session.ask("ranges");
    await session.page.waitForTimeout(1000);
    stops.push(sent.length);
    const cells = WEIGHED.map((_, at) => {
      const files = sent.slice(stops[at], stops[at + 1]);
      const bytes = files.reduce((total, file) => total + file.bytes, 0);
      return `${(bytes / 1000).toFixed(0)} (${files.length})`;
    });
    if (box.theme) cells[0] = "part of the theme";
    if (box.server) cells[2] = "its server decides";
    return Object.fromEntries(WEIGHED.map((name, at) => [name, cells[at]]));
  } finally {
    server.habits = [];
    await session.close();
  }
}

/** Bytes of a body as a host sends it. */
const weight = (path, body) => (TEXT.has(extname(path)) ? gzipSync(body, { level: 9 }).length : body.length);
