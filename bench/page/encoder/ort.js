// ONNX Runtime Web: its WebAssembly execution provider with one thread. Takes word piece ids, not texts.

let ort;

export async function open({ glue }) {
  ort = await import(glue);
}

export async function load({ module, model }) {
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = module;
  const session = await ort.InferenceSession.create(new Uint8Array(model), { executionProviders: ["wasm"] });
  // An application that lets the runtime fetch the module does not hold these bytes either.
  ort.env.wasm.wasmBinary = undefined;
  return async (feeds) => {
    const { sentence_embedding: output } = await session.run(feeds);
    return output.data;
  };
}

export function inputOf({ ids }) {
  const tensor = (values) => new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, ids.length]);
  return { input_ids: tensor(ids), attention_mask: tensor(ids.map(() => 1)) };
}
