// The bytes of the search box beside the client: its script, and what its shell adds to docfuse.js.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { minify } from "terser";

/**
 * How the interface and docfuse.js are minified. No getter of ours has effects, and no symbol becomes a text, which
 * `unsafe` would not survive.
 */
export const COMPRESS = { ecma: 2022, passes: 2, pure_getters: true, unsafe: true };

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
  const { code } = await minify(Buffer.from(client()).toString("utf8"), {
    module: true,
    ecma: 2022,
    compress: COMPRESS,
  });
  const without = sizesOf(Buffer.from(code));
  const total = (kind) => ui[kind] + shell[kind] - without[kind];
  return { stored: total("stored"), gzip: total("gzip"), brotli: total("brotli") };
}
