/** The public interface of both entry points: the client and its types. */

export type { ContextOptions, Filters, QueryOptions } from "./client/query-options.js";
export type { Search, SearchEventMap } from "./client/search.js";
export { DocfuseError } from "./shared/error.js";
export type { Offers, Rule, SearchInfo, WorkerKind } from "./client/language-choice.js";
export { open, type OpenOptions, type SiteOptions } from "./client/open.js";
export type { Rerank } from "./client/rerank.js";
export type { DenseChoice, EncoderChoice } from "./client/encoder-policy.js";
export type {
  Answer,
  Closeness,
  Context,
  ContextSection,
  Contribution,
  Correction,
  Degraded,
  EncoderState,
  ErrorCode,
  ErrorData,
  Explanation,
  Fit,
  Hit,
  IntentKind,
  LongSection,
  Mode,
  PageHits,
  Passage,
  Place,
  QueryIntent,
  Related,
  RelatedWord,
  SearchEvent,
  Suggestion,
  TermScore,
  TokenCounting,
  Took,
} from "./shared/protocol.js";
