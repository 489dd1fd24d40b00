/** Entry of `docfuse-ui.js`: the user interface, which elements attach when the reader turns to them. */

export { attachBox } from "./box.js";
