import type { DocfuseOptions } from "@docfuse/integration";

export type { DocfuseOptions };

/** The Vite plugin for VitePress: `vite: { plugins: [docfuse()] }` in .vitepress/config.js. */
export default function docfuse(options?: DocfuseOptions): { name: string };
