// What a box costs a reader: bytes and requests until the page is loaded, the box is open, and the first answer stands.
// Text is counted as gzip -9 sends it, all else as it is.
import { extname } from "node:path";
import { gzipSync } from "node:zlib";
import { Session } from "./session.mjs";

const TEXT = new Set([".html", ".js", ".mjs", ".css", ".json", ".svg"]);
const CODE = /\.(js|mjs|css|wasm|wasm\.hdf)$|\/wasm\.[a-z]+\.pagefind$/;

/** Cells of the table: after load, after opening, after the first answer, and the code of all three. */
export async function weigh(browser, box, server) {
  const sent = [];
  server.habits = [
    ({ path, body }) => path.endsWith(".html") || sent.push({ path, bytes: weight(path, body) }),
  ];
  const session = await Session.start(browser, box, server.url);
  try {
    const stops = [sent.length];
    await session.open();
    await session.page.waitForTimeout(1500);
    stops.push(sent.length);
    await session.ask("ranges");
    await session.page.waitForTimeout(1000);
    stops.push(sent.length);
    const kilobytes = (files) => (files.reduce((total, { bytes }) => total + bytes, 0) / 1000).toFixed(0);
    const cells = stops.map((count) => `${kilobytes(sent.slice(0, count))} (${count})`);
    const code = kilobytes(sent.filter(({ path }) => CODE.test(path)));
    return [...(box.server ? [cells[0], cells[1], "its server decides"] : cells), code];
  } finally {
    server.habits = [];
    await session.close();
  }
}

/** Bytes of a body as a host sends it. */
const weight = (path, body) => (TEXT.has(extname(path)) ? gzipSync(body, { level: 9 }).length : body.length);
