/** Finds room for the box in the window. */

import { covered, elementBelow, isFixed } from "./covered.js";

/** A place in the window; `fixed`: it stays there when the page is scrolled. */
export interface Place {
  readonly left: number;
  readonly top: number;
  readonly fixed: boolean;
}

/** Around the box. */
const GAP_PX = 6;
/** Headers are not higher. */
const HEADER_PX = 120;
const STEP_PX = 4;

/**
 * A free place for `box`: where nothing is at the top of the page, near the end of a line; else in the lower corner, or above
 * what is there, where only text that scrolls lies below it.
 */
export function freePlace(box: Element, width: number, height: number): Place | undefined {
  return inHeader(box, width, height) ?? inCorner(box, width, height);
}

function inHeader(box: Element, width: number, height: number): Place | undefined {
  const { clientWidth } = document.documentElement;
  const isRightToLeft = getComputedStyle(document.body).direction === "rtl";
  const last = clientWidth - width - GAP_PX;
  for (let top = GAP_PX; top < Math.min(HEADER_PX, innerHeight / 4); top += STEP_PX) {
    for (let moved = 0; moved <= last - GAP_PX;) {
      const left = isRightToLeft ? GAP_PX + moved : last - moved;
      const bar = barAt(box, left + width / 2, top + height / 2);
      // Further down, what is free outside of bars is between lines that scroll. Wide margins have many such places.
      if (!bar && scrollY > 0) {
        moved += STEP_PX;
        continue;
      }
      const found = covered(around(left, top, width, height), box);
      if (!found) {
        return {
          left,
          top: (bar && inMiddle(bar, box, left, width, height)) ?? top,
          fixed: bar !== undefined,
        };
      }
      const beyond = isRightToLeft ? found.right - left : left + width - found.left;
      moved += Math.max(STEP_PX, Math.ceil(beyond));
    }
  }
  return undefined;
}

/** What stays in the window at a point, besides the box. */
function barAt(box: Element, x: number, y: number): Element | undefined {
  let at = elementBelow(x, y, box);
  if (!at || !isFixed(at)) return undefined;
  while (at.parentElement && isFixed(at.parentElement)) at = at.parentElement;
  return at;
}

/** Where the box is in the middle of a bar, if that is free. */
function inMiddle(
  bar: Element,
  box: Element,
  left: number,
  width: number,
  height: number,
): number | undefined {
  const { top, bottom } = bar.getBoundingClientRect();
  const middle = (top + bottom - height) / 2;
  const isBar = top >= 0 && bottom <= HEADER_PX && middle >= top;
  return isBar && !covered(around(left, middle, width, height, 1), box) ? middle : undefined;
}

function inCorner(box: Element, width: number, height: number): Place | undefined {
  const end = document.documentElement.clientWidth - width - 2 * GAP_PX;
  const sides = [end, 2 * GAP_PX];
  if (getComputedStyle(document.body).direction === "rtl") sides.reverse();
  for (const left of sides) {
    for (let top = innerHeight - height - 2 * GAP_PX; top > 0; top -= STEP_PX) {
      if (!covered(around(left, top, width, height), box, true)) return { left, top, fixed: true };
    }
  }
  return undefined;
}

const around = (left: number, top: number, width: number, height: number, above = GAP_PX) => ({
  left: left - GAP_PX,
  top: top - above,
  right: left + width + GAP_PX,
  bottom: top + height + above,
});
