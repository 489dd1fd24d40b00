// The development server of a generator: it serves the index of the last build, or says that there is none.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { renameSync } from "node:fs";
import { createServer } from "node:net";
import { Reader } from "./reader.mjs";

const STARTS_MS = 180_000;

/** `dev(port)` is the line that starts the server, which shows the site below `base`. */
export async function checkDevServer(place, { dev, site, start = "", queries }, base, newPage) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${base}${start}`;
  const server = spawnIn(place, dev(port));
  try {
    await answers(url, server);
    await newPage(async (page) => {
      const index = place.path(site, "docfuse");
      renameSync(index, `${index}-away`);
      try {
        await page.goto(url);
        const button = page.locator("docfuse-search").getByRole("button");
        await button.waitFor({ timeout: 60_000 });
        assert.match(await button.getAttribute("title"), /works here after a build/);
      } finally {
        renameSync(`${index}-away`, index);
      }
      const reader = await Reader.at(page, url);
      await reader.finds(...queries[0]);
    });
  } finally {
    server.stop();
  }
}

function spawnIn(place, [program, ...args]) {
  const child = spawn(program, args, {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: a generator starts more processes.
    detached: true,
  });
  const server = {
    output: "",
    ended: false,
    stop: () => server.ended || process.kill(-child.pid, "SIGKILL"),
  };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (server.output += text));
  child.on("error", (error) => (server.output += error.message));
  child.on("close", () => (server.ended = true));
  return server;
}

/** Waits until a page can be had. */
async function answers(url, server) {
  const deadline = Date.now() + STARTS_MS;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (server.ended || Date.now() > deadline) throw new Error(`no answer at ${url}:\n${server.output}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
