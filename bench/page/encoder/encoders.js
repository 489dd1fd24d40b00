// Runs in the page: encoders in workers of their own, by name. Nothing is measured here.
(() => {
  const workers = new Map();
  let lastId = 0;

  function fail({ waiting }, error) {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  globalThis.encoders = {
    /** A worker that has imported the runtime `script`, and nothing loaded. */
    open(name, options) {
      const worker = new Worker("worker.js", { type: "module", name });
      const state = { worker, waiting: new Map() };
      workers.set(name, state);
      worker.onmessage = ({ data: { id, value, error } }) => {
        const { resolve, reject } = state.waiting.get(id);
        state.waiting.delete(id);
        if (error === undefined) resolve(value);
        else reject(new Error(`${name}: ${error}`));
      };
      worker.onerror = ({ message }) => fail(state, new Error(`${name}: ${message}`));
      return this.call(name, "open", options);
    },

    /** The answer of a worker to one of its commands. */
    call(name, command, values) {
      const { worker, waiting } = workers.get(name);
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, command, values });
      });
    },
  };
})();
