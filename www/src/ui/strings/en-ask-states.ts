/** What the panel of answers says in English until other languages have a sentence of their own. */

export const ENGLISH_ASK_STATES = {
  /** Above an answer, before a model is asked. */
  askWeak: "These pages hardly deal with this.",
  askWaiting: "Waiting for the first word: {seconds} s",
  askThinking: "Thinking: {seconds} s",
  /** Below an answer that is not whole. */
  askCut: "The answer was cut off.",
  askGoOn: "Go on",
};
