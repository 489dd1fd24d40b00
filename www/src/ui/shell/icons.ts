/** The icons of the box, drawn in the colour of the text. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3Zm4.3 10.3L17.5 17.5",
  close: "m5 5 10 10M15 5 5 15",
  pin: "M7 3h6l-1 6 3 3H5l3-3-1-6Zm3 9v5",
  pinned: "M7 3h6l-1 6 3 3H5l3-3-1-6Zm3 9v5M3 3l14 14",
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: what it stands for must be said by the element around it. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.ariaHidden = "true";
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
