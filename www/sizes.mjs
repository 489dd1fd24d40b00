// Prints the sizes of everything that goes to a browser: node sizes.mjs RUNTIME INDEX
//
// Raw, as gzip and as brotli -11. What the build stored as gzip is opened first, and its gzip size is that which is
// stored; everything else is compressed here by gzip -9. Fragments of texts are added up.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gunzipSync, gzipSync } from "node:zlib";

const GZIP_MAGIC = 0x8b1f;
const rows = new Map();
const seen = new Set();
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).sort()) {
    if (!seen.has(name)) add(name, readFileSync(join(folder, name)));
    seen.add(name);
  }
}
print("file", "raw", "gzip", "brotli");
for (const [kind, { files, raw, gzip, brotli }] of rows) {
  print(files === 1 ? kind : `${kind} (${files} files)`, raw, gzip, brotli);
}

function add(name, stored) {
  const isGzip = stored.length >= 2 && stored.readUInt16LE(0) === GZIP_MAGIC;
  const content = isGzip ? gunzipSync(stored) : stored;
  const kind = name.replace(/-[0-9a-f]{16}\./, ".");
  const row = rows.get(kind) ?? { files: 0, raw: 0, gzip: 0, brotli: 0 };
  rows.set(kind, row);
  row.files += 1;
  row.raw += content.length;
  row.gzip += isGzip ? stored.length : gzipSync(content, { level: 9 }).length;
  row.brotli += brotliCompressSync(content).length;
}

function print(name, ...sizes) {
  const columns = sizes.map((size) => String(size).padStart(12)).join("");
  process.stdout.write(`${name.padEnd(24)}${columns}\n`);
}
