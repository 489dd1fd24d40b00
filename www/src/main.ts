/**
 * Entry of `docfuse.js`, which lies beside the index: defines `<docfuse-search>` with the script's folder as default
 * `base`, and exports the client.
 */

import { Search } from "./client/search.js";
import { Connection } from "./ui/shell/connection.js";
import "./ui/shell/define.js";
import "./ui/shell/define-parts.js";
import { land } from "./ui/shell/land.js";
import { loadAsk } from "./ui/shell/load-ui.js";

// In a variable, so that bundlers don't treat it as an asset.
const script = import.meta.url;
Connection.defaultBase = new URL(".", script).href;
land(true);

// In a script of its own, which few readers need; the client of applications is without it.
Search.prototype.ask = async function* (...asked) {
  yield* (await loadAsk()).ask(this, ...asked);
};

export * from "./exports.js";
export { DocfuseSearchElement } from "./ui/shell/search-element.js";
