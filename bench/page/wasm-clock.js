// Runs in a worker before its own script: adds up the time inside its WebAssembly modules.
//
// `wasmClock.ms` is the total in milliseconds since the worker started, `wasmClock.encoder` the part of the encoder's
// module. Nested calls count once.
(() => {
  const clock = { ms: 0, encoder: 0 };
  globalThis.wasmClock = clock;
  let depth = 0;

  const timed = (call, isEncoder) =>
    function (...values) {
      if (depth > 0) return call(...values);
      depth += 1;
      const started = performance.now();
      try {
        return call(...values);
      } finally {
        const took = performance.now() - started;
        clock.ms += took;
        if (isEncoder) clock.encoder += took;
        depth -= 1;
      }
    };

  /** Wraps an instance to time its functions. wasm-bindgen requires that it is a `WebAssembly.Instance`. */
  const observed = (instance) => {
    const parts = Object.entries(instance.exports);
    const isEncoder = "kernelName" in instance.exports;
    const exports = Object.fromEntries(
      parts.map(([name, part]) => [name, typeof part === "function" ? timed(part, isEncoder) : part]),
    );
    return new Proxy(instance, { get: (target, key) => (key === "exports" ? exports : target[key]) });
  };

  WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
    construct: (Instance, values) => observed(new Instance(...values)),
  });
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...values) => {
      const made = await original(...values);
      return made instanceof WebAssembly.Instance
        ? observed(made)
        : { module: made.module, instance: observed(made.instance) };
    };
  }
})();
