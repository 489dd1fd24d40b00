// Chromium's debugging protocol over a pipe: commands out, answers and events in.
//
// Used directly, without a driver, because the requests of workers must be counted and throttled like the page's.

/** One connection. Each command and event belongs to a session, which is a page or a worker. */
export class Debugger {
  #output;
  #waiting = new Map();
  #lastId = 0;
  #onEvent;
  #chunks = [];

  /** Calls `onEvent(method, params, session)` for each message that is not the answer to a command. */
  constructor(output, input, onEvent) {
    this.#output = output;
    this.#onEvent = onEvent;
    input.on("data", (bytes) => this.#receive(bytes));
    input.on("close", () => this.#end());
  }

  send(method, params = {}, session = undefined) {
    const id = (this.#lastId += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId: session })}\0`);
    });
  }

  /** Messages end with a zero byte and may arrive in several chunks. */
  #receive(bytes) {
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      this.#chunks.push(bytes.subarray(start, end));
      const message = JSON.parse(Buffer.concat(this.#chunks).toString());
      this.#chunks = [];
      start = end + 1;
      this.#take(message);
    }
    if (start < bytes.length) this.#chunks.push(bytes.subarray(start));
  }

  #take(message) {
    if (message.id === undefined) return this.#onEvent(message.method, message.params, message.sessionId);
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!waiting) return;
    if (message.error) waiting.reject(new Error(`${waiting.method}: ${message.error.message}`));
    else waiting.resolve(message.result);
  }

  #end() {
    for (const { method, reject } of this.#waiting.values()) {
      reject(new Error(`${method}: Chromium ended before it answered`));
    }
    this.#waiting.clear();
  }
}
