/**
 * The sentences of the search box, in English, but for those of answers (`en-ask.ts`), of orders (`en-browse.ts`) and of
 * rare acts (`en-steps.ts`). Files of other languages beside this one have the keys of all.
 *
 * `{name}` is a value. Forms for counts stand behind the plural category of `Intl.PluralRules` and a colon, separated by
 * `|`; the last form has none and is for all other counts.
 *
 * A new language is a file with these keys and a line in languages.ts.
 */
export const ENGLISH = {
  search: "Search",
  close: "Close",
  /** Names the button that empties the input. */
  clear: "Clear",
  /** In the empty dialog. */
  hint: "Type a word, a name from the code, or a question.",
  /** What a result is, for screen readers. */
  kindPage: "Page",
  kindSection: "Section",
  kindCode: "Code",
  /** Names the list. */
  results: "Results",
  resultCount: "one:{n} result|{n} results",
  nothing: "Nothing found for “{query}”.",
  /** Below the results, before the name of one that came late. */
  seeAlso: "See also:",
  /** Above results, where the fit is weak. */
  weakFit: "Nothing matches closely. These are the nearest pages.",
  /** Above results, where all words are needed. */
  fewerWords: "No result has all words. These have some of them.",
  suggestionCount: "one:{n} suggestion.|{n} suggestions.",
  /** Above suggestions. */
  didYouMean: "Did you mean",
  /** Above sections that are near, where nothing was found. */
  nearest: "Nearest sections",
  quoted: "“{text}”",
  /** `query` and `typed` are quoted. */
  corrected: "Showing results for {query}.",
  searchInstead: "Search for {typed} instead",
  /** Before links to other pages with the same text. */
  alsoIn: "also in:",
  /** Behind such links. */
  andMore: "and {n} more",
  /** A small sign on a result. */
  byMeaning: "similar meaning",
  excerptsMissing: "Some excerpts are not available.",
  someMissing: "Some results may be missing.",
  unavailable: "Search is not available right now.",
  offline: "You are offline.",
  retry: "Try again",
  recent: "Recent searches",
  pinned: "Pinned searches",
  pin: "Pin {query}",
  unpin: "Unpin {query}",
  remove: "Remove {query}",
  clearRecent: "Clear recent searches",
  /** Names a menu. */
  more: "More",
  copied: "Copied",
  notCopied: "Copying failed",
  filters: "Filters",
  language: "Language",
  version: "Version {version}",
  /** Where the reader’s version has nothing. */
  fellBack: "Nothing found in version {version}; all versions are shown.",
  preview: "Preview",
  /** Behind keys, at the bottom of the dialog. */
  keyMove: "move",
  keyOpen: "open",
  /** A button above the results of a question. */
  answer: "Answer from these pages",
};
