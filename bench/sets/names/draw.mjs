// Draws queries at random, the same ones for the same site.
import { randomFrom, sample } from "../../lib/random.mjs";

export const SEED = 7;

/**
 * At most `most` of the candidates `{ text, kind, pages }`, in random order. `accept` returns a candidate with its pages
 * filled in, or `undefined`; it runs only for as many as are needed. Candidates need no order of their own.
 */
export function draw(candidates, most, accept = (candidate) => candidate) {
  const sorted = candidates.toSorted((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)));
  const chosen = [];
  for (const candidate of sample(sorted, sorted.length, randomFrom(SEED))) {
    if (chosen.length === most) break;
    const accepted = accept(candidate);
    if (accepted) chosen.push(accepted);
  }
  return chosen;
}
