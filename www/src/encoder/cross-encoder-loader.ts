/** Loads a cross-encoder from a folder that `docfuse model import` wrote. */

import { damaged, fileUrl, readBody, request, retryOnce, type Bytes, type Fetch } from "../fetch/http.js";
import { object } from "../fetch/manifest.js";
import { MAX_MODEL_BYTES } from "../generated/limits.js";
import type { CrossEncoderHandle, EncoderLoaderClass } from "../worker/wasm-modules.js";
import { hashed } from "./model-loader.js";

/** Rejects with `not-found`, `network`, `damaged`, or an error of the embed module. */
export async function loadCrossEncoder(
  fetch: Fetch,
  base: string,
  instantiate: () => EncoderLoaderClass,
): Promise<CrossEncoderHandle> {
  const file = (name: string) =>
    retryOnce(async (cache = "default"): Promise<Bytes> => {
      const init: RequestInit = { cache, priority: "low" };
      const response = await request(fetch, fileUrl(base, name), name, init);
      return readBody(response, name, MAX_MODEL_BYTES);
    });
  const [described, model, tokenizer] = await Promise.all([
    file("model.json"),
    file("model.onnx"),
    file("tokenizer.bin"),
  ]);
  const info = description(described);
  const parts = [
    { content: model, sha256: info["onnx_sha256"] },
    { content: tokenizer, sha256: info["tokenizer_sha256"] },
  ];
  const Loader = instantiate();
  const loader = new Loader(
    info,
    Uint32Array.from(parts, ({ content }) => content.byteLength),
    false,
  );
  for (const [part, { content, sha256 }] of parts.entries()) {
    loader.begin(part);
    loader.append(part, content);
    loader.end(part, String(sha256), await hashed(content));
  }
  return loader.finishCrossEncoder();
}

function description(described: Bytes) {
  try {
    return object(JSON.parse(new TextDecoder().decode(described)));
  } catch (cause) {
    throw damaged("model.json", "does not describe a model", cause);
  }
}
