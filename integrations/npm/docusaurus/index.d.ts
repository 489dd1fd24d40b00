import type { DocfuseOptions } from "@docfuse/integration";
import type { LoadContext, Plugin } from "@docusaurus/types";

export type { DocfuseOptions };

/** The theme for Docusaurus: `themes: ["@docfuse/docusaurus"]` in docusaurus.config.js. */
export default function docfuse(context: LoadContext, options: DocfuseOptions & { id?: string }): Plugin;
