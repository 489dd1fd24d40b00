/**
 * Entry of `docfuse.js`, which stands beside the index: defines `<docfuse-search>` with this script's own folder
 * as the default `base`, and exports the client for scripts that import it from there.
 */

import "./ui/define.js";
import { DocfuseSearchElement } from "./ui/element.js";

// Of this module's address, without the form that bundlers take for an asset.
const script = import.meta.url;
DocfuseSearchElement.defaultBase = new URL(".", script).href;

export * from "./exports.js";
export { DocfuseSearchElement };
