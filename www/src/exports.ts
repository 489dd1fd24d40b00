/** What both entry points give to scripts: the client and its types. */

export type { QueryOptions, Search, SearchEventMap } from "./client.js";
export { DocfuseError } from "./error.js";
export type { WorkerKind } from "./language.js";
export { open, type OpenOptions } from "./open.js";
export type { EncoderChoice } from "./policy.js";
export type {
  Answer,
  Correction,
  Degraded,
  EncoderState,
  ErrorData,
  Explanation,
  Hit,
  Mode,
  Place,
  SearchEvent,
  Share,
  TermScore,
  Took,
} from "./protocol.js";
