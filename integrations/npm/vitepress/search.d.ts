import type { FunctionalComponent } from "vue";

/** The box, for themes that do not build on the default one. */
declare const DocfuseSearch: FunctionalComponent;
export default DocfuseSearch;
