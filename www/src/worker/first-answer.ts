/** How long the answer by words may wait for a better first one, and what that one may load. */

import type { BlockRequest } from "../shared/protocol.js";

/** How much later than the answer by words a better one may come, as a share of its time, and at least in milliseconds. */
const MORE_TIME = 0.1;
const LEAST_MS = 10;

/** Seconds that an answer which waits for the network takes at least. */
const LEAST_S = 0.2;

/** Bytes a second while nobody knows how fast the network is. */
const USUAL_RATE = 800_000;

/** The better answer to a query that began then, if it comes hardly later than the one by words, which is there. */
export async function betterOr<T>(words: T, better: Promise<T | undefined>, begun: number): Promise<T> {
  const pause = Math.max(LEAST_MS, MORE_TIME * (performance.now() - begun));
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, pause));
  return (await Promise.race([better, late])) ?? words;
}

/** Whether ranges cost an answer next to nothing: one that began then takes as much time again. */
export function isSpare(ranges: readonly BlockRequest[], begun: number, rate = USUAL_RATE): boolean {
  const bytes = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  const seconds = Math.max(LEAST_S, (2 * (performance.now() - begun)) / 1000);
  return bytes <= rate * MORE_TIME * seconds;
}
