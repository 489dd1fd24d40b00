/** Icons, drawn in the colour of the text. */

const SVG = "http://www.w3.org/2000/svg";

export const SEARCH_ICON = "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3Zm4.3 10.3L17.5 17.5";
export const BACK_ICON = "M17 10H4m5-6-6 6 6 6";

/** Draws a path in a square of 20. It is decoration: the element around it must say what it stands for. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.ariaHidden = "true";
  svg.classList.add("icon");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
