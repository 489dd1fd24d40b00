// Memory of a process that no other one shares (Linux).
import { readFileSync } from "node:fs";

/** In bytes. */
export function privateMemory(pid) {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, count]) => Number(count));
  return kilobytes.reduce((sum, count) => sum + count, 0) * 1024;
}
