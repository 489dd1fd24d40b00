/** The icons of the box, drawn in the colour of the text. */

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3Zm4.3 10.3L17.5 17.5",
  close: "m5 5 10 10M15 5 5 15",
} as const;

/** Decoration: what it stands for must be said by the element around it. */
export function icon(name: keyof typeof PATHS): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
