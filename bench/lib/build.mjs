// Time and memory of an index build, and the size of its output.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync, rmSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { isCompressed } from "./server.mjs";

/** Interval between two reads of a process's memory, in milliseconds. */
const MEMORY = 5;

/**
 * Empties `folder` and runs a command in it. Resolves to its wall time in milliseconds, its peak resident memory in
 * bytes (VmHWM of Linux; `undefined` elsewhere), and its output. If it fails, rejects with its output.
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
    return { ms, memory, written };
  } finally {
    clearInterval(timer);
  }
}

/**
 * The most memory in bytes that a process had resident so far (VmHWM), so only growth after the last read is missed;
 * `undefined` if it has ended, or on other systems than Linux.
 */
export function peakMemory(pid) {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return kilobytes ? Number(kilobytes[1]) * 1024 : undefined;
  } catch {
    return undefined;
  }
}

/** Number of files in a folder, their bytes as a host sends them, and the bytes of code (`isCode`) among these. */
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
