// Headless Chromium with a new profile and one page. The page's workers are observed too.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FLAGS } from "../../tests/browser/flags.mjs";
import { Debugger } from "./debugger.mjs";

/** "Fast 4G" of Chromium's developer tools: 9 Mbit/s down, 1.5 Mbit/s up, 60 ms a request. */
export const FAST_4G = {
  offline: false,
  latency: 60,
  downloadThroughput: 9e6 / 8,
  uploadThroughput: 1.5e6 / 8,
  connectionType: "cellular4g",
};

/** Accept the server's self-signed certificate; take commands from a pipe. */
const OWN_FLAGS = ["--ignore-certificate-errors", "--remote-debugging-pipe"];

/** Timeout of an evaluation in the page, in milliseconds: a batch of queries of a slow engine on a busy machine. */
const EVALUATION = 240_000;

/** One browser process: `launch`, `visit`, `evaluate`, `close`. */
export class Chromium {
  #profile = mkdtempSync(join(tmpdir(), "docfuse-bench-profile-"));
  #process;
  #debugger;
  #page;
  #workers = new Set();
  #network;
  #workerScript;
  #addresses = new Map();
  #received = 0;
  #loaded = () => undefined;

  /**
   * `network` are the conditions to emulate; `workerScript` runs in every worker before the worker's own script.
   */
  static async launch(binary, { network, workerScript } = {}) {
    const browser = new Chromium();
    browser.#network = network;
    browser.#workerScript = workerScript;
    try {
      await browser.#start(binary);
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  async #start(binary) {
    const flags = [...FLAGS, ...OWN_FLAGS, `--user-data-dir=${this.#profile}`, "about:blank"];
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
    this.#process = spawn(binary, flags, { stdio });
    this.#process.on("error", () => this.#process.stdio[4].destroy());
    const [, , , output, input] = this.#process.stdio;
    output.on("error", () => undefined); // the debugger reports the missing answer
    this.#debugger = new Debugger(output, input, (...event) => this.#hear(...event));
    const { targetInfos } = await this.#debugger.send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    const { sessionId } = await this.#debugger.send("Target.attachToTarget", { targetId, flatten: true });
    this.#page = sessionId;
    await this.#observe(sessionId);
    await this.#debugger.send("Page.enable", {}, sessionId);
  }

  /** Counts and throttles a session's requests. Pauses its new workers, so that the same can be set up for them. */
  async #observe(session) {
    await this.#debugger.send("Network.enable", {}, session);
    if (this.#network) {
      await this.#debugger.send("Network.emulateNetworkConditions", this.#network, session);
    }
    const attach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await this.#debugger.send("Target.setAutoAttach", attach, session);
  }

  async #adopt(session) {
    this.#workers.add(session);
    try {
      await this.#observe(session);
      if (this.#workerScript) {
        await this.#debugger.send("Runtime.evaluate", { expression: this.#workerScript }, session);
      }
    } finally {
      await this.#debugger.send("Runtime.runIfWaitingForDebugger", {}, session);
    }
  }

  #hear(method, params, session) {
    switch (method) {
      case "Target.attachedToTarget":
        // A worker may end before it is adopted. One that hangs makes the evaluation time out.
        if (params.targetInfo.type === "worker") this.#adopt(params.sessionId).catch(() => undefined);
        break;
      case "Target.detachedFromTarget":
        this.#workers.delete(params.sessionId);
        break;
      case "Network.requestWillBeSent":
        this.#addresses.set(`${session} ${params.requestId}`, params.request.url);
        break;
      case "Network.loadingFinished":
        if (this.#isCounted(`${session} ${params.requestId}`)) this.#received += params.encodedDataLength;
        break;
      case "Page.loadEventFired":
        this.#loaded();
        break;
    }
  }

  /** As on the server: all requests except for the page's HTML. */
  #isCounted(request) {
    const address = this.#addresses.get(request) ?? "";
    return address.startsWith("https:") && !new URL(address).pathname.endsWith(".html");
  }

  /** Bytes received over the network since the last `recount`, as Chromium counts them, with headers. */
  get received() {
    return this.#received;
  }

  recount() {
    this.#received = 0;
  }

  /** The browser's own name and version. */
  async version() {
    return (await this.#debugger.send("Browser.getVersion")).product;
  }

  /** Opens an address and waits for the page's load event. */
  async visit(address) {
    const loaded = new Promise((resolve) => (this.#loaded = resolve));
    const { errorText } = await this.#debugger.send("Page.navigate", { url: address }, this.#page);
    if (errorText) throw new Error(`${address}: ${errorText}`);
    await loaded;
  }

  /** The value of an expression in the page, awaited. */
  evaluate(expression) {
    return this.#evaluateIn(this.#page, expression);
  }

  /** Presses and releases the key of a character, as a keyboard does. */
  async key(character) {
    const key = { key: character, text: character, unmodifiedText: character };
    await this.#debugger.send("Input.dispatchKeyEvent", { type: "keyDown", ...key }, this.#page);
    await this.#debugger.send("Input.dispatchKeyEvent", { type: "keyUp", key: character }, this.#page);
  }

  /** The values of an expression in each of the workers. */
  evaluateInWorkers(expression) {
    return Promise.all([...this.#workers].map((session) => this.#evaluateIn(session, expression)));
  }

  /** Bytes of JavaScript objects (`used`) and of array buffers in each of the workers, after a garbage collection. */
  heapsOfWorkers() {
    const heaps = [...this.#workers].map(async (session) => {
      await this.#debugger.send("HeapProfiler.collectGarbage", {}, session);
      const heap = await this.#debugger.send("Runtime.getHeapUsage", {}, session);
      return { used: heap.usedSize, buffers: heap.backingStorageSize };
    });
    return Promise.all(heaps);
  }

  /** Process ids of the browser's processes of a type, such as "renderer". */
  async processes(type) {
    const { processInfo } = await this.#debugger.send("SystemInfo.getProcessInfo");
    return processInfo.filter((process) => process.type === type).map(({ id }) => id);
  }

  async #evaluateIn(session, expression) {
    const params = { expression, awaitPromise: true, returnByValue: true };
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no value after ${EVALUATION} ms`)), EVALUATION);
    });
    const evaluated = this.#debugger.send("Runtime.evaluate", params, session);
    const { result, exceptionDetails } = await Promise.race([evaluated, late]).finally(() =>
      clearTimeout(timer),
    );
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  async close() {
    const { exitCode, pid } = this.#process;
    if (exitCode === null && pid !== undefined) {
      const ended = new Promise((resolve) => this.#process.once("exit", resolve));
      const timer = setTimeout(() => this.#process.kill("SIGKILL"), 5000);
      this.#debugger.send("Browser.close").catch(() => undefined); // it may end before it answers
      await ended;
      clearTimeout(timer);
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
