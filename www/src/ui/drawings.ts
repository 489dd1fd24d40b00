/** The icons that only the user interface has. */

import { icon } from "./shell/icons.js";

const PATHS = {
  clear: "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15Zm-2.5 5 5 5m0-5-5 5",
  close: "m5 5 10 10M15 5 5 15",
  more: "M4 10h0m6 0h0m6 0h0",
  pin: "M7 3h6l-1 6 3 3H5l3-3-1-6Zm3 9v5",
  pinned: "M7 3h6l-1 6 3 3H5l3-3-1-6Zm3 9v5M3 3l14 14",
  code: "m7 5-4 5 4 5m6-10 4 5-4 5",
} as const;

export type Drawing = keyof typeof PATHS;

/** Draws an icon; with a name, it says that where it describes something. */
export function draw(drawing: Drawing, name?: string): SVGSVGElement {
  const svg = icon(PATHS[drawing]);
  if (name === undefined) return svg;
  svg.role = "img";
  svg.ariaLabel = name;
  return svg;
}
