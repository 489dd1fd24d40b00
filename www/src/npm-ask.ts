/** Entry `docfuse/ask` of the npm package: answers by a model, which `Search` gets as its method `ask`. */

import { ask, type AskOptions, type AskPart } from "./ask/ask.js";
import { Search } from "./client/search.js";

declare module "./client/search.js" {
  interface Search {
    /** An answer to a question, written by a model; of the package, once `docfuse/ask` is imported. */
    ask(question: string, options?: AskOptions): AsyncGenerator<AskPart, void, void>;
  }
}

Search.prototype.ask = function (question, options) {
  return ask(this, question, options);
};

export * from "./ask/exports.js";
export { useOllama } from "./ui/ask/author-choice.js";
