/** Entry `docfuse/ask` of the npm package: answers by a model, without side effects. */

export { ask, askState, Conversation } from "./ask/ask.js";
export type { AskAnswer, AskOptions, AskPart, Exchange, Source } from "./ask/ask.js";
export type {
  AnswererChoice,
  AnswerFunction,
  AskState,
  ChatEndpoint,
  Message,
  OllamaModel,
} from "./ask/answerer.js";
export type { Sentence } from "./ask/citations.js";
export { AskError, type AskErrorCode } from "./ask/errors.js";
