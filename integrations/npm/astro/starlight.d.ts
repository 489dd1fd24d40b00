import type { DocfuseOptions } from "@docfuse/integration";
import type { StarlightPlugin } from "@astrojs/starlight/types";

export type { DocfuseOptions };

/** The plugin for Starlight: `starlight({ plugins: [docfuse()] })` in astro.config.mjs. */
export default function docfuse(options?: DocfuseOptions): StarlightPlugin;
