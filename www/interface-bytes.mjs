// The bytes of the search box beside the client: its script, and what its shell adds to docfuse.js.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { minified } from "./minify.mjs";

/** Bytes as stored, with gzip -9, and with brotli of a quality. */
export function sizesOf(content, quality = constants.BROTLI_MAX_QUALITY) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return {
    stored: content.length,
    gzip: Math.min(content.length, gzipSync(content, { level: 9 }).length),
    brotli: Math.min(content.length, brotliCompressSync(content, { params }).length),
  };
}

/** The bundle of an application that imports only the client. */
export function client() {
  const { outputFiles } = buildSync({
    entryPoints: [join(dirname(fileURLToPath(import.meta.url)), "src", "npm.ts")],
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    write: false,
  });
  return outputFiles[0].contents;
}

/** Sizes of the user interface among the browser files in `folder`. */
export async function interfaceBytes(folder) {
  const [ui, shell] = ["docfuse-ui.js", "docfuse.js"].map((name) =>
    sizesOf(readFileSync(join(folder, name))),
  );
  const without = sizesOf(Buffer.from(await minified(Buffer.from(client()).toString("utf8"))));
  const total = (kind) => ui[kind] + shell[kind] - without[kind];
  return { stored: total("stored"), gzip: total("gzip"), brotli: total("brotli") };
}
