// Runs in the page: starts one worker per encoder and passes commands to it by name. Measures nothing.
(() => {
  const workers = new Map();
  let lastId = 0;

  function fail({ waiting }, error) {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  globalThis.encoders = {
    /** Starts a worker that imports the runtime `script`; no model is loaded yet. */
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

    /** Sends a command to a worker; resolves to its answer. */
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
