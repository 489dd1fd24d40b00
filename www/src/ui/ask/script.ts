/** Entry of `docfuse-ask.js`: answers by a model, for programs and for the box. */

export * from "../../ask/exports.js";
export { answer } from "./answer-panel.js";
export { useOllama } from "./author-choice.js";
