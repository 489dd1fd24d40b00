// A page in a browser of its own whose workers hold encoders.
import { readFileSync } from "node:fs";
import { Chromium } from "../chromium.mjs";

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

  /** A worker for the encoder, with the runtime's JavaScript and nothing else. */
  open({ name, open }) {
    return this.#call("open", name, open);
  }

  /** Brings the encoder's files into its worker's memory. */
  fetch({ name, addresses }) {
    return this.#command(name, "fetch", { addresses });
  }

  /** From these files to the vector of `text`: `{ loaded, ms, vector }`. */
  load({ name }, text) {
    return this.#command(name, "load", { text });
  }

  vectors({ name }, texts) {
    return this.#command(name, "vectors", { texts });
  }

  /** `{ times, cosines }` of texts that hold their `expected` vector. */
  time({ name }, texts) {
    return this.#command(name, "time", { texts });
  }

  /**
   * Bytes of the one worker, after a garbage collection: `wasm`, the memories of its WebAssembly; `heap`, its JavaScript
   * objects; `buffers`, what array buffers hold outside of both. And `process`, private memory of all renderers (Linux).
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

/** Bytes of a process that are its own alone. */
function privateMemory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, count]) => Number(count));
  return kilobytes.reduce((sum, count) => sum + count, 0) * 1024;
}
