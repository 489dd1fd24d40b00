// A running `docfuse pipe`: requests, their events and results. docs/program.md has the protocol.
import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

/** Version of the messages. */
export const PROTOCOL = 1;

/** Most characters kept of what the command writes to standard error, for the error of one that ends. */
const MOST_WORDS = 4096;

const failure = (code, message) => ({ error: { code, message } });

export class Pipe {
  #child;
  #last = 0;
  /** By id: what to call with the result, and with events. */
  #waiting = new Map();
  #words = "";
  /** Why nothing is answered any more. */
  #end;

  constructor(file, { cwd, env }) {
    this.#child = spawn(file, ["pipe"], { stdio: ["pipe", "pipe", "pipe"], cwd, env });
    const { stdin, stdout, stderr } = this.#child;
    this.#child.on("error", (error) => this.#stop("start", `cannot start ${file}: ${error.message}`));
    this.#child.on("close", (code, signal) => {
      this.#stop("ended", this.#words.trim() || `${file} ended (${signal ?? `exit code ${code}`})`);
    });
    // The end of the process says more.
    stdin.on("error", () => {});
    stderr.setEncoding("utf8").on("data", (text) => {
      this.#words = (this.#words + text).slice(-MOST_WORDS);
    });
    readLines(stdout, (line) => this.#read(line));
    this.#keepAlive(false);
  }

  /** Asks; resolves to the result, or to `{ error }`. */
  ask(method, params, onEvent) {
    if (this.#end) return Promise.resolve(this.#end);
    this.#keepAlive(true);
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { resolve, onEvent });
      this.#child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    });
  }

  /** Lets the command finish what was asked, and end. */
  async close() {
    if (this.#end) return;
    this.#keepAlive(true);
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.stdin.end();
    await ended;
  }

  #read(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      this.#stop("protocol", `expected messages of docfuse, found ${JSON.stringify(line.slice(0, 80))}`);
      this.#child.kill();
      return;
    }
    if (message.protocol !== undefined) {
      if (message.protocol === PROTOCOL) return;
      this.#stop(
        "protocol",
        `expected a command with protocol ${PROTOCOL}, found ${message.protocol}; install docfuse and its command in one version`,
      );
      this.#child.kill();
      return;
    }
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.event) {
      const { id: _, event: kind, ...content } = message;
      waiting.onEvent?.({ kind, ...content });
      return;
    }
    this.#waiting.delete(message.id);
    this.#keepAlive(this.#waiting.size > 0);
    waiting.resolve(message.error ? { error: message.error } : message.result);
  }

  #stop(code, message) {
    this.#end ??= failure(code, message);
    for (const { resolve } of this.#waiting.values()) resolve(this.#end);
    this.#waiting.clear();
  }

  /** A command that nobody waits for does not keep this process alive; when it ends, so does the command. */
  #keepAlive(isNeeded) {
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr]) {
      handle[isNeeded ? "ref" : "unref"]?.();
    }
  }
}

/** Calls `each` with every line of a stream. */
function readLines(stream, each) {
  const decoder = new StringDecoder("utf8");
  let parts = [];
  stream.on("data", (bytes) => {
    const lines = decoder.write(bytes).split("\n");
    const rest = lines.pop();
    for (const line of lines) {
      parts.push(line);
      each(parts.join(""));
      parts = [];
    }
    parts.push(rest);
  });
}
