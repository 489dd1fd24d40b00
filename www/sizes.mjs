// Prints the sizes of everything that goes to a browser: node sizes.mjs RUNTIME INDEX
//
// Sizes as stored, with gzip -9 and with brotli -11; files of one kind are summed. Blocks of an index are compressed
// already, so their stored size counts for all three. Further rows: the worker without its module, the client without
// the box, and the user interface: docfuse-ui.js with the part of docfuse.js that is not the client. The last row is what
// a first lexical query loads before the index: worker and client.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { constants } from "node:zlib";
import { client, interfaceBytes, sizesOf } from "./interface-bytes.mjs";

/** Larger files are compressed by brotli at a lower quality: 11 takes minutes for the encoder. */
const LARGE_BYTES = 4 << 20;
const LARGE_QUALITY = 5;

const rows = new Map();
const seen = new Set();
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).sort()) {
    if (!seen.has(name)) add(name.replace(/-[0-9a-f]{16}(-\d+)?\./, "."), readFileSync(join(folder, name)));
    seen.add(name);
  }
}
const worker = readFileSync(join(process.argv[2], "docfuse-worker.js"));
add("docfuse-worker.js, no module", withoutModule(worker));
add("client, no box", client());
rows.set("user interface", { files: 1, ...(await interfaceBytes(process.argv[2])) });
add("worker and client", worker);
add("worker and client", client());

process.stdout.write(
  `brotli is of quality 11, and of ${LARGE_QUALITY} for files over ${LARGE_BYTES >> 20} MiB\n`,
);
print("file", "stored", "gzip", "brotli");
for (const [kind, { files, stored, gzip, brotli }] of rows) {
  print(files === 1 ? kind : `${kind} (${files} files)`, stored, gzip, brotli);
}

function add(kind, content) {
  const row = rows.get(kind) ?? { files: 0, stored: 0, gzip: 0, brotli: 0 };
  rows.set(kind, row);
  const quality = content.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY;
  row.files += 1;
  for (const [measure, bytes] of Object.entries(sizesOf(content, quality))) row[measure] += bytes;
}

/** The worker script without its inlined module. */
function withoutModule(script) {
  return Buffer.from(script.toString("utf8").replace(/"[A-Za-z0-9+/=]{4096,}"/, '""'));
}

function print(name, ...sizes) {
  const columns = sizes.map((size) => String(size).padStart(12)).join("");
  process.stdout.write(`${name.padEnd(32)}${columns}\n`);
}
