// The box as a React component, in the place of the default theme's search bar. Renders the same on the server and in
// the browser, so hydration leaves it alone.
import { createElement } from "react";
import { usePluginData } from "@docusaurus/useGlobalData";

export default function SearchBar() {
  const { attributes, assistants } = usePluginData("@docfuse/docusaurus");
  const links = Object.entries(assistants).map(([name, address]) =>
    createElement("a", { key: name, slot: "assistant", href: address }, name),
  );
  return createElement("docfuse-search", attributes, ...links);
}
