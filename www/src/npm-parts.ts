/** Entry `docfuse/parts` of the npm package: registers the parts of a search, which need a `base` here. */

import "./ui/shell/define-parts.js";
import { land } from "./ui/shell/land.js";

export type * from "./elements.js";
export type * from "./frameworks.js";

land(true);
