/** The public interface of answers by a model. */

export { ask, askState, Conversation } from "./ask.js";
export type { AskAnswer, AskOptions, AskPart, Exchange, Source } from "./ask.js";
export type {
  AnswererChoice,
  AnswerFunction,
  AskState,
  ChatEndpoint,
  Message,
  OllamaModel,
} from "./answerer.js";
export type { Sentence } from "./citations.js";
export { AskError, type AskErrorCode } from "./errors.js";
