// Records every WebAssembly memory of this worker, whether exported by a module or imported into it. Must be imported
// before the runtime.
const memories = new Set();

/** Total size of these memories in bytes. */
export function wasmBytes() {
  return [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}

const { Memory } = WebAssembly;

function noted(instance) {
  for (const part of Object.values(instance.exports)) if (part instanceof Memory) memories.add(part);
  return instance;
}

WebAssembly.Memory = new Proxy(Memory, {
  construct(Original, values) {
    const memory = new Original(...values);
    memories.add(memory);
    return memory;
  },
});
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct: (Instance, values) => noted(new Instance(...values)),
});
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name].bind(WebAssembly);
  WebAssembly[name] = async (...values) => {
    const made = await original(...values);
    noted(made instanceof WebAssembly.Instance ? made : made.instance);
    return made;
  };
}
