// Drives Firefox by Marionette, its own remote protocol: JSON over TCP, each message with its length in front.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstOf } from "./first-of.mjs";
import { PATIENCE_MS } from "./still.mjs";

/** The first of FIREFOX, firefox-esr and firefox that exists; undefined if there is none. */
export const FIREFOX = firstOf(process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox");

/** Starts Firefox with a new profile, without a window; `own` are preferences beside ours. */
export async function launchFirefox(own = {}) {
  const profile = mkdtempSync(join(tmpdir(), "docfuse-firefox-"));
  // Port 0: Firefox chooses one and writes it into the profile.
  const preferences = {
    "marionette.port": 0,
    "datareporting.policy.dataSubmissionEnabled": false,
    "toolkit.telemetry.reportingpolicy.firstRun": false,
    "browser.shell.checkDefaultBrowser": false,
    "app.normandy.enabled": false,
    "network.captive-portal-service.enabled": false,
    "network.connectivity-service.enabled": false,
    ...own,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const process = spawn(FIREFOX, ["--headless", "--marionette", "--no-remote", "--profile", profile], {
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => process.once("exit", resolve));
  const end = async () => {
    process.kill();
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const marionette = await Marionette.connect(await portIn(join(profile, "MarionetteActivePort")));
    await marionette.send("WebDriver:NewSession", {});
    await marionette.send("WebDriver:SetTimeouts", { pageLoad: PATIENCE_MS, script: PATIENCE_MS });
    return new Firefox(marionette, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function portIn(file) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    const port = existsSync(file) && Number(readFileSync(file, "utf8"));
    if (port) return port;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${FIREFOX} wrote no ${file} within ${PATIENCE_MS} ms`);
}

class Firefox {
  #marionette;
  #end;

  constructor(marionette, end) {
    this.#marionette = marionette;
    this.#end = end;
  }

  goto(url) {
    return this.#marionette.send("WebDriver:Navigate", { url });
  }

  /** To the page before, until it is there: a script that leaves its page can be lost with it. */
  back() {
    return this.#marionette.send("WebDriver:Back", {});
  }

  /** What `work(argument)` resolves to in the page; both must be JSON. */
  async evaluate(work, argument, limitMs = PATIENCE_MS) {
    // As a script of the page: Marionette's sandbox has no `import`.
    const code = `(${work})(${JSON.stringify(argument)}).then(
      (value) => ({ value }), (error) => ({ error: String(error?.stack ?? error) })
    ).then((outcome) => (document.documentElement.dataset.outcome = JSON.stringify(outcome)));`;
    await this.#run(
      `const script = document.createElement("script");
      delete document.documentElement.dataset.outcome;
      script.textContent = arguments[0];
      document.head.append(script);`,
      [code],
    );
    for (const deadline = Date.now() + limitMs; Date.now() < deadline;) {
      const found = await this.#run("return document.documentElement.dataset.outcome ?? null;", []);
      if (found !== null) {
        const { value, error } = JSON.parse(found);
        if (error !== undefined) throw new Error(error);
        return value;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no result within ${limitMs} ms`);
  }

  /** Presses keys one by one, in WebDriver's notation (`\uE007` is Enter), while `held` is held down. */
  async press(keys, held = []) {
    const down = (value) => ({ type: "keyDown", value });
    const up = (value) => ({ type: "keyUp", value });
    const actions = [...held.map(down), ...[...keys].flatMap((key) => [down(key), up(key)]), ...held.map(up)];
    const keyboard = { type: "key", id: "keyboard", actions };
    await this.#marionette.send("WebDriver:PerformActions", { actions: [keyboard] });
  }

  /** Number of open tabs. */
  async tabs() {
    return (await this.#marionette.send("WebDriver:GetWindowHandles", {})).length;
  }

  close() {
    return this.#end();
  }

  async #run(script, args) {
    const { value } = await this.#marionette.send("WebDriver:ExecuteScript", { script, args });
    return value;
  }
}

class Marionette {
  #socket;
  #received = Buffer.alloc(0);
  #waiting = new Map();
  #lastId = 0;
  #failure;

  static async connect(port) {
    const socket = connect(port, "127.0.0.1");
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    return new Marionette(socket);
  }

  constructor(socket) {
    this.#socket = socket;
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      for (let message; (message = this.#next());) this.#take(message);
    });
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => this.#fail(new Error("Firefox ended")));
  }

  send(command, parameters) {
    this.#lastId += 1;
    const text = JSON.stringify([0, this.#lastId, command, parameters]);
    const outcome = new Promise((resolve, reject) => this.#waiting.set(this.#lastId, { resolve, reject }));
    // Nothing answers on a closed connection.
    if (this.#failure) this.#fail(this.#failure);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    return outcome;
  }

  /** The next whole message, if it has come. */
  #next() {
    const colon = this.#received.indexOf(":");
    if (colon < 0) return undefined;
    const end = colon + 1 + Number(this.#received.subarray(0, colon));
    if (this.#received.length < end) return undefined;
    const message = JSON.parse(this.#received.subarray(colon + 1, end).toString("utf8"));
    this.#received = this.#received.subarray(end);
    return message;
  }

  #take(message) {
    // The greeting is an object.
    if (!Array.isArray(message)) return;
    const [, id, error, result] = message;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result);
  }

  #fail(error) {
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
