/** Registers `<docfuse-search>` when imported in a browser; does nothing on a server. */

import { register } from "./html-element.js";
import { DocfuseSearchElement } from "./search-element.js";

register("docfuse-search", DocfuseSearchElement);
