// Runs `docfuse serve` on a free port.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { required } from "./chromium.mjs";
import { PATIENCE_MS } from "./still.mjs";

/** Serves `site` with further `options` from the folder `cwd`. Resolves once it listens. */
export async function docfuseServe(site, options = [], cwd = site) {
  const command = required("DOCFUSE_BIN", "the docfuse command");
  const process = spawn(command, ["serve", site, "--port", "0", ...options], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = [];
  const waiting = new Set();
  const output = createInterface({ input: process.stdout });
  output.on("line", (line) => {
    lines.push(line);
    waiting.forEach((look) => look());
  });
  /** Waits for a line with `text` among those that no earlier call has taken. */
  const says = (text) =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`“${text}” is not in ${JSON.stringify(lines)}`)),
        PATIENCE_MS,
      );
      const look = () => {
        const at = lines.findIndex((line) => line.includes(text));
        if (at < 0) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve(lines.splice(0, at + 1).at(-1));
      };
      waiting.add(look);
      look();
    });
  const [, url] = (await says("http://")).match(/(http:\/\/\S+)/);
  const stop = () =>
    new Promise((resolve) => {
      process.once("exit", resolve);
      process.kill();
    });
  return { url, says, stop };
}
