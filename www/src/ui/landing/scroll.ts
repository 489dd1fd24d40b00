/** Scrolls the page to a stretch of text, which unlike an element has no `scrollIntoView`. */

/** What has a place in the window: an element, or a stretch of text. */
type Placed = Pick<Range, "getBoundingClientRect">;

/** Whether all of it is in the window, up and down, and below what stays at its top. */
export function isInView(placed: Placed): boolean {
  const { top, bottom } = placed.getBoundingClientRect();
  return top >= headerBottom() && bottom <= innerHeight;
}

/** Scrolls the page back if a header covers what begins at the top of the window; whether it did. */
export function uncover(element: Element): boolean {
  const { top } = element.getBoundingClientRect();
  const header = headerBottom();
  const before = scrollY;
  // Behind a jump to it, an element begins at the top, rounded.
  if (top >= -2 && top < header - 1 && !heldAround(element))
    scrollBy({ top: top - header - GAP_PX, behavior: "instant" });
  return scrollY !== before;
}

/** Between a header and what is below it. */
const GAP_PX = 8;

/** The bottom of the headers, one below the other, that stay at the top of the window; 0 without one. */
function headerBottom(): number {
  let bottom = 0;
  // What fills half of the window is no header.
  while (bottom < innerHeight / 2) {
    const at = (part: number) => heldAround(document.elementFromPoint(innerWidth * part, bottom + 1));
    const held = [0.5, 0.25, 0.75].map(at).find(isHeader);
    const below = held?.getBoundingClientRect().bottom ?? 0;
    if (below <= bottom || below > innerHeight / 2) break;
    bottom = below;
  }
  return bottom;
}

/** The outermost element around this one, or itself, that stays where it is when the page is scrolled. */
function heldAround(element: Element | null): Element | undefined {
  let held: Element | undefined;
  for (let each = element; each; each = each.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(each).position)) held = each;
  return held;
}

/** Whether an element is as wide as a header: a menu beside the text covers none of it. */
function isHeader(element: Element | undefined): boolean {
  return element !== undefined && element.getBoundingClientRect().width > innerWidth / 2;
}

/** Brings a range to the middle of all that scrolls around it, from the inside. */
export function scrollToRange(range: Range): void {
  for (let each = range.startContainer.parentElement; each; each = each.parentElement) {
    const isPage = each === document.scrollingElement;
    if (!isPage && !scrolls(each)) continue;
    const bounds = isPage ? { top: 0, height: innerHeight } : each.getBoundingClientRect();
    const { top, height } = range.getBoundingClientRect();
    const middle = bounds.top + (bounds.height - Math.min(height, bounds.height)) / 2;
    each.scrollBy({ top: top - middle, behavior: "instant" });
  }
}

function scrolls(element: Element): boolean {
  return (
    element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
  );
}
