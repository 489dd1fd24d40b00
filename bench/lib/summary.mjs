// Medians over the runs of one engine on one site.
import { total } from "./answers.mjs";
import { median } from "./statistics.mjs";

/**
 * The figures of an engine, in milliseconds and bytes; `undefined` for phases that were not run. Memory is the maximum
 * of all builds. Bytes and requests do not depend on the network's speed, so they use the runs of both networks.
 */
export function summaryOf({ builds, size, cold, warm, quality }) {
  const runs = [...cold.plain, ...cold.fast4g].filter(isAnswered);
  const checks = [...runs.flatMap(({ answers }) => answers), ...(warm?.answers ?? [])];
  return {
    buildMs: median(builds.map(({ ms }) => ms)),
    memory: most(builds.map(({ memory }) => memory).filter((memory) => memory !== undefined)),
    files: size.files,
    bytes: size.bytes,
    ...coldSummary(runs),
    coldMs: median(cold.plain.filter(isAnswered).map(({ ms }) => ms)),
    fast4gMs: median(cold.fast4g.filter(isAnswered).map(({ ms }) => ms)),
    warmFirst: warm?.first,
    warm: warm?.again,
    wasm: warm?.wasm,
    quality: quality ?? {},
    checks: checks.length > 0 ? total(checks) : undefined,
  };
}

/** Bytes and requests of cold runs: medians, and the maximum of requests. */
export function coldSummary(runs) {
  return {
    coldBytes: median(runs.map(({ bytes }) => bytes)),
    coldReceived: median(runs.map(({ received }) => received)),
    codeBytes: median(runs.map(({ codeBytes }) => codeBytes)),
    requests: median(runs.map(({ requests }) => requests)),
    mostRequests: most(runs.map(({ requests }) => requests)),
    furtherBytes: median(runs.map(({ further }) => further.bytes)),
    furtherRequests: median(runs.map(({ further }) => further.requests)),
  };
}

const most = (values) => (values.length > 0 ? Math.max(...values) : undefined);

const isAnswered = ({ ms }) => ms !== undefined;
