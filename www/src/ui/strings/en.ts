/**
 * All sentences of the search box, in English. Files of other languages beside this one have the same keys.
 *
 * `{name}` is a value. Forms for counts stand behind the plural category of `Intl.PluralRules` and a colon, separated by
 * `|`; the last form has none and is for all other counts.
 */
export const ENGLISH = {
  search: "Search",
  close: "Close",
  /** Names the list. */
  results: "Results",
  found: "{results} {pages}.",
  resultCount: "one:{n} result|{n} results",
  pageCount: "one:on {n} page|on {n} pages",
  nothing: "Nothing found for “{query}”.",
  /** Above results, where the fit is weak. */
  showBetter: "Show better results",
  weakFit: "Nothing matches closely. These are the nearest pages.",
  suggestionCount: "one:{n} suggestion.|{n} suggestions.",
  /** Above suggestions. */
  didYouMean: "Did you mean",
  quoted: "“{text}”",
  /** `found` and `typed` are one or more quoted words. */
  corrected: "Showing results for {found} instead of {typed}.",
  searchInstead: "Search for {typed} instead",
  /** Before words to search for instead. */
  related: "Related to “{word}”:",
  /** Before links to other pages with the same text. */
  alsoIn: "also in:",
  /** Behind such links. */
  andMore: "and {n} more",
  /** A small sign on a result. */
  byMeaning: "similar meaning",
  byMeaningWhy: "Found by meaning: it does not have your words.",
  meaningLoading: "Search by meaning is loading.",
  meaningMissing: "Word matches only; search by meaning is not available.",
  /** Where some results were found by meaning all the same. */
  meaningPartial: "Parts of search by meaning are not available.",
  wordsMissing: "Matches by meaning only; word search is not available.",
  excerptsMissing: "Some excerpts are not available.",
  someMissing: "Some results may be missing.",
  unavailable: "Search is not available right now.",
  nothingByWords: "No words match, and search by meaning is not available right now.",
  offline: "You are offline.",
  retry: "Try again",
  recent: "Recent searches",
  pinned: "Pinned searches",
  pin: "Pin {query}",
  unpin: "Unpin {query}",
  remove: "Remove {query}",
  clearRecent: "Clear recent searches",
  /** A link to the author's page for reports. */
  report: "Report a missing result",
  copy: "Copy as Markdown",
  copied: "Copied",
  notCopied: "Copying failed",
  /** Before the names of assistants. */
  ask: "Ask",
  /** For an assistant; sections of the documentation follow. */
  prompt: "Answer this question from the documentation below, and name your sources: {query}",
  source: "Source: {url}",
  filters: "Filters",
  language: "Language",
  version: "Version {version}",
  /** Where the reader’s version has nothing. */
  fellBack: "Nothing found in version {version}; all versions are shown.",
  /** Where a filter or version hides results. */
  widen: "Search without filters",
  preview: "Preview",
  /** Behind keys, at the bottom of the dialog. */
  keyMove: "move",
  keyOpen: "open",
};
