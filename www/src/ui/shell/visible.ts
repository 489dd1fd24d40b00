/** Whether the reader sees `target`, or at least its middle. */
export function isSeen(target: HTMLElement): boolean {
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const root = target.getRootNode() as Document | ShadowRoot;
  return root.elementFromPoint((left + right) / 2, (top + bottom) / 2) === target;
}
