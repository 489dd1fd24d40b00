// The machine and the date of a run.
import { cpus, loadavg, totalmem } from "node:os";

/** Date, processor, cores, memory, load average at the start, Node's version. */
export function circumstances() {
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    processor: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memory: totalmem(),
    load: loadavg()[0],
    node: process.version,
  };
}
