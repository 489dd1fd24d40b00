// Prints the sizes of everything that goes to a browser: node sizes.mjs FOLDER...
//
// Raw, and as gzip -9 and brotli -11 make it. Files that are compressed already are given as they are stored.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const GZIP_MAGIC = 0x8b1f;
const seen = new Set();
const rows = [];
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).sort()) {
    if (seen.has(name)) continue;
    seen.add(name);
    rows.push(measured(name, readFileSync(join(folder, name))));
  }
}
console.table(rows);

function measured(name, bytes) {
  const stored = bytes.length >= 2 && bytes.readUInt16LE(0) === GZIP_MAGIC;
  return {
    file: name,
    raw: bytes.length,
    gzip: stored ? "stored so" : gzipSync(bytes, { level: 9 }).length,
    brotli: stored ? "stored so" : brotliCompressSync(bytes).length,
  };
}
