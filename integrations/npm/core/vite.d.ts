import type { Settings } from "./index.js";

/** Where a site is: the address of its root, and the folder that the build writes. */
export interface Place {
  base: string;
  site: string;
}

/** A Vite plugin: the box's attributes as the module `virtual:docfuse`, and the files of the development server. */
export function vitePlugin(settings: Settings, place: () => Place): { name: string };
