// A page in its own browser, with one worker for each encoder.
import { Chromium } from "../chromium.mjs";
import { privateMemory } from "../private-memory.mjs";

export class EncoderPage {
  #browser;

  constructor(browser) {
    this.#browser = browser;
  }

  static async launch(chromium, address) {
    const browser = await Chromium.launch(chromium);
    try {
      await browser.visit(address);
      return new EncoderPage(browser);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Starts a worker for the encoder, with the runtime's JavaScript alone. */
  open({ name, open }) {
    return this.#call("open", name, open);
  }

  /** Fetches the encoder's files into its worker's memory. */
  fetch({ name, addresses }) {
    return this.#command(name, "fetch", { addresses });
  }

  /** Loads the encoder from these files and embeds `text`: `{ loaded, ms, vector }`. */
  load({ name }, text) {
    return this.#command(name, "load", { text });
  }

  vectors({ name }, texts) {
    return this.#command(name, "vectors", { texts });
  }

  /** `{ times, cosines }` of texts, each with its `expected` vector. */
  time({ name }, texts) {
    return this.#command(name, "time", { texts });
  }

  /**
   * Bytes after a garbage collection. Of the only worker: `wasm`, its WebAssembly memories; `heap`, its JavaScript
   * objects; `buffers`, other array buffers. `process`: private memory of all renderers (Linux).
   */
  async memory({ name }) {
    const [{ used, buffers }] = await this.#browser.heapsOfWorkers();
    const wasm = await this.#command(name, "memory");
    const pids = await this.#browser.processes("renderer");
    return {
      wasm,
      heap: used,
      buffers,
      process: pids.map(privateMemory).reduce((sum, bytes) => sum + bytes, 0),
    };
  }

  #command(name, command, values) {
    return this.#call("call", name, command, values);
  }

  #call(method, ...values) {
    return this.#browser.evaluate(`encoders.${method}(...${JSON.stringify(values)})`);
  }

  close() {
    return this.#browser.close();
  }
}
