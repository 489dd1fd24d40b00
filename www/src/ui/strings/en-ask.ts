/** The sentences of answers by a model, in English: apart, since few readers need them. Other languages have all in one. */

export const ENGLISH_ASK = {
  /** Below an answer. */
  askDevice: "Written by a model on this device; check the sources.",
  askServer: "Written by a model at {host}; check the sources.",
  /** Before an endpoint is asked for the first time. */
  askSends: "Your question and the best sections are sent to {host}.",
  /** Names the button that starts the download. */
  askDownload: "Download the browser’s model, once: several gigabytes",
  askDownloading: "Downloading the model: {percent}",
  askStop: "Stop",
  askFailed: "No answer could be written.",
  /** Where the model says so, or nothing was found. */
  askNothing: "These pages do not say.",
  /** A small sign behind a sentence without citation. */
  askNoSource: "no source",
  askSources: "Sources",
  askCopy: "Copy with sources",
  /** Names the input for a further question. */
  askFurther: "Ask further",
  /** Above an answer, before a model is asked. */
  askWeak: "These pages hardly deal with this.",
  askWaiting: "Waiting for the first word: {seconds} s",
  askThinking: "Thinking: {seconds} s",
  /** Below an answer that is not whole. */
  askCut: "The answer was cut off.",
  askGoOn: "Go on",
};
