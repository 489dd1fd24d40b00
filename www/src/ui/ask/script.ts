/** Entry of `docfuse-ask.js`: answers by a model, for programs and for the box, and the texts that they are given. */

export * from "../../ask/exports.js";
export { toContext } from "../../client/context.js";
export { answer } from "./answer-panel.js";
export { useOllama } from "./author-choice.js";
