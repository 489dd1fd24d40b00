import type { DocfuseOptions } from "@docfuse/integration";
import type { AstroIntegration } from "astro";

export type { DocfuseOptions };

/** The integration for Astro: `integrations: [docfuse()]` in astro.config.mjs. */
export default function docfuse(options?: DocfuseOptions): AstroIntegration;
