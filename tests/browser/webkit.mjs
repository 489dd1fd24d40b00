// Drives WebKit by WebDriver, JSON over HTTP: MiniBrowser, of WebKitGTK, on a display of its own.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { firstOf } from "./first-of.mjs";
import { PATIENCE_MS } from "./still.mjs";

const XVFB = firstOf("/usr/bin/Xvfb");

/** WebKit's driver, by default /usr/bin/WebKitWebDriver; undefined without it or without Xvfb. */
export const WEBKIT = XVFB && firstOf(process.env.WEBKITDRIVER, "/usr/bin/WebKitWebDriver");

/** Starts WebKit with a new profile. */
export async function launchWebKit() {
  const processes = [];
  const end = async () => {
    while (processes.length > 0) await processes.pop()();
  };
  try {
    const port = await freePort();
    // The driver starts MiniBrowser, which belongs to its group of processes.
    const driver = [`--port=${port}`];
    const env = { ...process.env, DISPLAY: await startDisplay(processes), GDK_BACKEND: "x11" };
    start(processes, WEBKIT, driver, { stdio: "ignore", env });
    const session = await Session.open(`http://127.0.0.1:${port}`);
    processes.push(() => session.send("DELETE", ""));
    await session.send("POST", "/timeouts", { pageLoad: PATIENCE_MS, script: PATIENCE_MS });
    return new WebKit(session, end);
  } catch (error) {
    await end();
    throw error;
  }
}

/** Starts a process in a group of its own; `processes` gets what ends the group. */
function start(processes, command, line, options) {
  const started = spawn(command, line, { ...options, detached: true });
  const ended = new Promise((resolve) => started.once("exit", resolve).once("error", resolve));
  processes.push(() => {
    if (started.exitCode === null && started.signalCode === null) process.kill(-started.pid);
    return ended;
  });
  return started;
}

/** Starts an X server at a free display, whose name it writes once it is ready. */
async function startDisplay(processes) {
  const line = ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const server = start(processes, XVFB, line, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  let written = "";
  for await (const text of server.stdio[3].setEncoding("utf8")) {
    written += text;
    if (written.endsWith("\n")) return `:${written.trim()}`;
  }
  throw new Error(`${XVFB} ended without a display`);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

class WebKit {
  #session;
  #end;

  constructor(session, end) {
    this.#session = session;
    this.#end = end;
  }

  version() {
    return this.#session.version;
  }

  goto(url) {
    return this.#session.send("POST", "/url", { url });
  }

  /** To the page before, until it is there: a script that leaves its page can be lost with it. */
  back() {
    return this.#session.send("POST", "/back", {});
  }

  /** What `work(argument)` resolves to in the page, within `limit` milliseconds; both must be JSON. */
  async evaluate(work, argument, limit) {
    const script = `const done = arguments[1];
      (${work})(arguments[0]).then((value) => done({ value }), (error) => done({ error: [error, error?.stack].join("\\n") }));`; // its stack lacks the message
    const asked = { script, args: [argument ?? null] };
    const outcome = await this.#session.send("POST", "/execute/async", asked, limit);
    if (outcome.error !== undefined) throw new Error(outcome.error);
    return outcome.value;
  }

  /** Presses keys one by one, in WebDriver's notation (`\uE007` is Enter), while `held` is held down. */
  async press(keys, held = []) {
    const down = (value) => ({ type: "keyDown", value });
    const up = (value) => ({ type: "keyUp", value });
    const actions = [...held.map(down), ...[...keys].flatMap((key) => [down(key), up(key)]), ...held.map(up)];
    await this.#session.send("POST", "/actions", { actions: [{ type: "key", id: "keyboard", actions }] });
  }

  close() {
    return this.#end();
  }
}

class Session {
  #root;

  /** Opens a session once the driver at `origin` answers. */
  static async open(origin) {
    const capabilities = { alwaysMatch: { acceptInsecureCerts: false } };
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      try {
        const { sessionId, capabilities: found } = await command("POST", `${origin}/session`, {
          capabilities,
        });
        return new Session(`${origin}/session/${sessionId}`, `${found.browserName} ${found.browserVersion}`);
      } catch (error) {
        if (!(error instanceof TypeError) || Date.now() > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  constructor(root, version) {
    this.#root = root;
    this.version = version;
  }

  send(method, path, parameters, limit) {
    return command(method, this.#root + path, parameters, limit);
  }
}

async function command(method, url, parameters, limit = PATIENCE_MS) {
  const body = parameters && JSON.stringify(parameters);
  const response = await fetch(url, { method, body, signal: AbortSignal.timeout(limit) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}
