/** Entry `docfuse/element` of the npm package: registers `<docfuse-search>`, which then needs its `base`. */

import "./ui/define.js";

export { DocfuseSearchElement } from "./ui/element.js";
