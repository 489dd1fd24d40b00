/** The texts that `Search.context` gathers; in a script of its own, as few pages ask for them. */

import { DocfuseError } from "../shared/error.js";
import type { Answer, Context, FoundContext } from "../shared/protocol.js";
import { linked } from "./links.js";

/** The gathered texts of an answer, with absolute URLs. Throws `internal` if a worker of another version has none. */
export function toContext(found: FoundContext | undefined, answer: Answer, site: URL): Context {
  if (!found) throw new DocfuseError("internal", "texts expected, none found");
  const { left_out: leftOut, sections, ...rest } = found;
  const { query, degraded, pending, corrections, fit, suggestions, tookMs } = answer;
  return {
    query,
    degraded,
    pending,
    corrections,
    fit,
    suggestions,
    ...rest,
    sections: sections.map((each) => linked(each, site)),
    leftOut: leftOut.map((each) => linked(each, site)),
    tookMs,
  };
}
