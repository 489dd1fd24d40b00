/** Whether the reader sees all of `target`: it is in the window, and nothing lies over its middle. */
export function isSeen(target: HTMLElement): boolean {
  if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  if (left < 0 || top < 0 || right > clientWidth || bottom > clientHeight) return false;
  const root = target.getRootNode() as Document | ShadowRoot;
  const over = root.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return over !== null && target.contains(over);
}
