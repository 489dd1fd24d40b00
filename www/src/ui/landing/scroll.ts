/** Scrolls the page to a stretch of text, which unlike an element has no `scrollIntoView`. */

/** Whether all of a range is in the window, up and down. */
export function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
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
