// Docfuse's encoder: the WebAssembly module with wasm-bindgen's glue. Takes texts.

/** Bytes per `append`, about what a network read delivers. */
const CHUNK = 1 << 16;

let glue;

export async function open({ glue: address }) {
  glue = await import(address);
}

export async function load({ module, model, tokenizer, info }) {
  const description = JSON.parse(new TextDecoder().decode(info));
  const parts = [
    { bytes: new Uint8Array(model), expected: description.onnx_sha256 },
    { bytes: new Uint8Array(tokenizer), expected: description.tokenizer_sha256 },
  ];
  glue.initSync({ module: await WebAssembly.compile(module) });
  const loader = new glue.EncoderLoader(
    description,
    Uint32Array.from(parts, ({ bytes }) => bytes.length),
    false,
  );
  for (const [part, { bytes, expected }] of parts.entries()) {
    loader.begin(part);
    for (let at = 0; at < bytes.length; at += CHUNK) loader.append(part, bytes.subarray(at, at + CHUNK));
    loader.end(part, expected, await sha256(loader.content(part)));
  }
  const encoder = loader.finish();
  return (text) => encoder.embed(text);
}

async function sha256(content) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const inputOf = ({ text }) => text;
