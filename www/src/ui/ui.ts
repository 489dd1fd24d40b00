/**
 * Entry of `docfuse-ui.js`: the user interface, which elements attach when the reader turns to them. `docfuse-parts.js`
 * builds on the rest.
 */

export { attachBox } from "./box.js";
export { dispatch } from "./dispatch.js";
export { parseFilters } from "./filters/parse.js";
export { SearchHistory } from "./history.js";
export { SearchModel } from "./model.js";
export { pageVersion } from "./page-version.js";
export { countNote } from "./results/answer-notes.js";
export { FilterBar } from "./results/filter-bar.js";
export { RESULTS_STYLE } from "./results/style.js";
export { readSettings } from "./settings.js";
export { ResultsView } from "./results/view.js";
export { complain, Speech } from "./strings/speech.js";
