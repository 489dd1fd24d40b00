// Compares two builds that were measured in alternation.
import { median } from "./statistics.mjs";

/**
 * Compares `older[i]` with `newer[i]`, measured in the same run. Returns the median of each side, and median, minimum
 * and maximum of the ratios newer/older. Ratios within a run cancel out what the machine does meanwhile.
 */
export function pairedRatios(older, newer) {
  if (older.length === 0 || older.length !== newer.length) {
    throw new Error(`expected pairs of times, found ${older.length} old and ${newer.length} new`);
  }
  const ratios = older.map((time, run) => newer[run] / time);
  return {
    older: median(older),
    newer: median(newer),
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
  };
}
