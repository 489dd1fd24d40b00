// The box as a Vue component, in the place of VPNavBarSearch of the default theme. Renders the same on the server and in
// the browser, so hydration leaves it alone.
import { h } from "vue";
import { assistants, attributes } from "virtual:docfuse";
import "./search.css";

const links = () =>
  Object.entries(assistants).map(([name, address]) => h("a", { slot: "assistant", href: address }, name));

export default () => h("div", { class: "VPNavBarSearch" }, [h("docfuse-search", attributes, links())]);
