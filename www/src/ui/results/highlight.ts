/** Splits an excerpt at its highlights, for text nodes and `<mark>` elements: no HTML is parsed. */

export interface ExcerptPart {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * The parts of the excerpt, in order and complete. Offsets are UTF-16 units. They come from the network: highlights
 * that are out of range, empty or overlap an earlier one are clipped or dropped.
 */
export function splitAtHighlights(
  excerpt: string,
  highlights: readonly (readonly [number, number])[],
): ExcerptPart[] {
  const result: ExcerptPart[] = [];
  let done = 0;
  for (const [start, end] of [...highlights].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(start, done);
    const to = Math.min(end, excerpt.length);
    if (!(from < to)) continue; // also for NaN
    if (from > done) result.push({ text: excerpt.slice(done, from), marked: false });
    result.push({ text: excerpt.slice(from, to), marked: true });
    done = to;
  }
  if (done < excerpt.length) result.push({ text: excerpt.slice(done), marked: false });
  return result;
}
