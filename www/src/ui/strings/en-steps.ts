/** The sentences of rare acts, in English: apart, since few readers need them. Other languages have all in one. */

export const ENGLISH_STEPS = {
  /** Before words to search for instead. */
  related: "Related to “{word}”:",
  /** Where a filter or version hides results. */
  widen: "Search without filters",
  /** A link to the author’s page for reports. */
  report: "Report a missing result",
  copy: "Copy as Markdown",
  /** Before the names of assistants. */
  ask: "Ask",
  /** For an assistant; sections of the documentation follow. */
  prompt: "Answer this question from the documentation below, and name your sources: {query}",
  source: "Source: {url}",
};
