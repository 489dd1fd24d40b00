/** Entry `docfuse/element` of the npm package: registers `<docfuse-search>`, which then needs its `base`. */

import "./define.js";

export { DocfuseSearchElement } from "./element.js";
