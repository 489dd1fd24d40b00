/** Entry `docfuse/element` of the npm package: registers `<docfuse-search>`, which needs a `base` here. */

import "./ui/shell/define.js";
import { land } from "./ui/shell/land.js";

export { DocfuseSearchElement } from "./ui/shell/search-element.js";
export type * from "./elements.js";
export type * from "./frameworks.js";

land(true);
