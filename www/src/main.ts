/**
 * Entry of `docfuse.js`, which lies beside the index: defines `<docfuse-search>` with the script's folder as default
 * `base`, and exports the client.
 */

import "./ui/define.js";
import { DocfuseSearchElement } from "./ui/element.js";

// In a variable, so that bundlers don't treat it as an asset.
const script = import.meta.url;
DocfuseSearchElement.defaultBase = new URL(".", script).href;

export * from "./exports.js";
export { DocfuseSearchElement };
