/** Joins byte ranges that are needed together, so that neighbours cost one request. */

import type { BlockRequest } from "../shared/protocol.js";

/** Bytes between two ranges that cost about as much as another request. */
const GAP_BYTES = 3072;

/** Neighbouring byte ranges: bytes `[start, end)` of a file of `size` bytes. */
export interface CoalescedRange {
  readonly file: string;
  readonly size: number;
  readonly start: number;
  readonly end: number;
  /** In file order. */
  readonly ranges: readonly BlockRequest[];
}

/** The ranges of each file. */
export function byFile(ranges: readonly BlockRequest[]): BlockRequest[][] {
  const files = new Map<string, BlockRequest[]>();
  for (const range of ranges) {
    const others = files.get(range.file);
    if (others) others.push(range);
    else files.set(range.file, [range]);
  }
  return [...files.values()];
}

/** The fewest coalesced ranges that cover `ranges`, which belong to one file and may come in any order. */
export function coalesce(ranges: readonly BlockRequest[]): CoalescedRange[] {
  const joined: (CoalescedRange & { end: number; ranges: BlockRequest[] })[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last?.ranges.at(-1)?.start === range.start) {
      last.ranges.push(range); // blocks with the same content share their bytes
    } else if (last && range.start - last.end <= GAP_BYTES) {
      last.ranges.push(range);
      last.end = range.end;
    } else {
      joined.push({ ...range, ranges: [range] });
    }
  }
  return joined;
}
