/** What both entry points give to scripts: the client and its types. */

export { open, type OpenOptions, type QueryOptions, type Search, type SearchEventMap } from "./client.js";
export { DocfuseError } from "./error.js";
export type { EncoderChoice } from "./policy.js";
export type { Answer, Degraded, EncoderState, ErrorData, Hit, Mode, SearchEvent } from "./protocol.js";
