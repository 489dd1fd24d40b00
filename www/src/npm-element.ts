/** Entry `docfuse/element` of the npm package: registers `<docfuse-search>`, which needs a `base` here. */

import "./ui/define.js";

export { DocfuseSearchElement } from "./ui/element.js";
