// The encoders measured in the browser, and their files.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { InputError } from "../lib/options.mjs";

const bench = fileURLToPath(new URL("..", import.meta.url));
const page = join(bench, "page", "encoder");
const onnxruntime = join(bench, "node_modules", "onnxruntime-web");

/** The version of ONNX Runtime Web. */
export const onnxruntimeVersion = () =>
  JSON.parse(readFileSync(join(onnxruntime, "package.json"), "utf8")).version;

/**
 * Copies pages, scripts, modules and models into `folder`, to be served. Returns the encoders: `name`; `of`, "docfuse"
 * or "onnxruntime"; `open`, what its runtime needs; `addresses` of the files that it loads.
 *
 * `wasm` is the folder of wasm-bindgen's output, of the same build as `packageFolder`; `model` Docfuse's model folder,
 * `models` what models.py made.
 */
export function placeEncoders(folder, { wasm, packageFolder, model, models }) {
  mkdirSync(folder, { recursive: true });
  const place = (file, name = basename(file)) => {
    if (!existsSync(file)) throw new InputError(`${file} not found; see bench/README.md`);
    copyFileSync(file, join(folder, name));
    return `./${name}`;
  };
  for (const name of ["index.html", "encoders.js", "worker.js", "memories.js", "docfuse.js", "ort.js"]) {
    place(join(page, name));
  }
  const [onnx, tokenizer, info] = ["model.onnx", "tokenizer.bin", "model.json"].map((name) =>
    place(join(model, name)),
  );
  const own = join(packageFolder, "docfuse_embed.wasm.hdf");
  const bound = join(wasm, "embed", "docfuse_embed_bg.wasm");
  for (const file of [own, bound]) {
    if (!existsSync(file)) throw new InputError(`${file} not found; run ./pkg-build.sh`);
  }
  if (hash(gunzipSync(readFileSync(own))) !== hash(readFileSync(bound))) {
    throw new InputError(`${own} and ${bound} differ; give --package and --wasm of the same build`);
  }
  const docfuse = {
    name: "docfuse",
    of: "docfuse",
    open: { script: "./docfuse.js", glue: place(join(wasm, "embed", "docfuse_embed.js")) },
    addresses: { module: place(bound, "docfuse_embed.wasm"), model: onnx, tokenizer, info },
  };
  const glue = place(join(onnxruntime, "dist", "ort.wasm.bundle.min.mjs"), "onnxruntime.js");
  const module = place(join(onnxruntime, "dist", "ort-wasm-simd-threaded.wasm"), "onnxruntime.wasm");
  const forms = {
    int8: place(join(models, "int8.onnx")),
    "int8, fused": place(join(models, "int8-fused.onnx")),
    "docfuse's file": onnx,
  };
  const others = Object.entries(forms).map(([form, address]) => ({
    name: `onnxruntime ${form}`,
    of: "onnxruntime",
    open: { script: "./ort.js", glue },
    addresses: { module, model: address },
  }));
  return [docfuse, ...others];
}

/** The code files that a browser loads to embed a query, by encoder. */
export function codeFiles(packageFolder) {
  return {
    docfuse: ["docfuse_embed.wasm.hdf", "docfuse-dense.js"].map((name) => join(packageFolder, name)),
    onnxruntime: ["ort-wasm-simd-threaded.wasm", "ort.wasm.bundle.min.mjs"].map((name) =>
      join(onnxruntime, "dist", name),
    ),
  };
}

const hash = (content) => createHash("sha256").update(content).digest("hex");
