// Docfuse's encoder, by the module and the glue that wasm-bindgen wrote for it. Takes the text itself.

/** Bytes that are handed over at a time, as they come in from the network. */
const CHUNK = 1 << 16;

let glue;

export async function open({ glue: address }) {
  glue = await import(address);
}

export async function load({ module, model, tokenizer, info }) {
  glue.initSync({ module: await WebAssembly.compile(module) });
  const parts = [model, tokenizer].map((buffer) => new Uint8Array(buffer));
  const loader = new glue.EncoderLoader(
    JSON.parse(new TextDecoder().decode(info)),
    Uint32Array.from(parts, ({ length }) => length),
  );
  for (const [part, bytes] of parts.entries()) {
    // As for parts out of the browser's cache: `finish` checks the hashes of both files.
    loader.begin(part, false);
    for (let at = 0; at < bytes.length; at += CHUNK) loader.append(part, bytes.subarray(at, at + CHUNK));
    loader.end(part, "");
  }
  const encoder = loader.finish();
  return (text) => encoder.embed(text);
}

export const inputOf = ({ text }) => text;
