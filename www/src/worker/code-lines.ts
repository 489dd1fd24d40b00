/** Reads which lines of a text are code from its line breaks (FORMAT.md). */

import type { FoundHit, Hit } from "../shared/protocol.js";

/** The hit with a text of ordinary line breaks, and its lines of code. */
export function withCodeLines<T extends Pick<FoundHit, "text">>(hit: T): T & Pick<Hit, "code"> {
  const code = new Set<number>();
  let line = 0;
  const text = hit.text?.replace(/[\n\v\f\r]/g, (mark) => {
    if (/[\v\f]/.test(mark)) code.add(line);
    line += 1;
    if (/[\v\r]/.test(mark)) code.add(line);
    return "\n";
  });
  // A break behind a text of one line only says that this is code.
  return text ? { ...hit, text: line > 1 ? text : text.trimEnd(), code: [...code] } : hit;
}
