// What building an index costs, and what it leaves on the disk.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, rmSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { isCompressed } from "./server.mjs";

/** How often a process is asked for its memory, in milliseconds. */
const MEMORY = 5;

/**
 * Runs a command in `folder`, which is emptied before. Resolves to its wall time in milliseconds and its peak resident
 * memory in bytes (VmHWM of Linux; `undefined` elsewhere). Rejects with what it wrote if it fails.
 */
export async function runBuild([file, ...values], folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const started = process.hrtime.bigint();
  const child = spawn(file, values, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (written += text));
  let memory;
  const timer = setInterval(() => (memory = peakMemory(child.pid) ?? memory), MEMORY);
  const ended = new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => resolve(Number(process.hrtime.bigint() - started) / 1e6));
  });
  const closed = new Promise((resolve) => child.on("close", resolve));
  try {
    const ms = await ended;
    await closed;
    if (child.exitCode !== 0)
      throw new Error(`${file} ended with ${child.exitCode ?? child.signalCode}:\n${written}`);
    return { ms, memory };
  } finally {
    clearInterval(timer);
  }
}

/** The kernel keeps the highest value, so that only what grows between the last look and the end is missed. */
function peakMemory(pid) {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return kilobytes ? Number(kilobytes[1]) * 1024 : undefined;
  } catch {
    return undefined; // it has ended, or this is not Linux
  }
}

/** Files of a folder and their bytes as a host sends them, those of the code (`isCode`) also apart. */
export function sizeOf(folder, isCode) {
  const size = { files: 0, bytes: 0, codeBytes: 0 };
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (!statSync(path).isFile()) continue;
    const sent = isCompressed(path) ? gzipSync(readFileSync(path), { level: 9 }).length : statSync(path).size;
    size.files += 1;
    size.bytes += sent;
    if (isCode(path)) size.codeBytes += sent;
  }
  return size;
}
