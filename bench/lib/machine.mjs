// Where and when a run was made.
import { cpus, loadavg, totalmem } from "node:os";

/** Date, processor, cores, memory, and how busy the machine was when the run began. */
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
