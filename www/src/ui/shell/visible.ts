/** Whether the reader sees `target`, or at least its middle. */
export function isSeen(target: HTMLElement): boolean {
  const { x, y, width, height } = target.getBoundingClientRect();
  const root = target.getRootNode() as Document | ShadowRoot;
  return root.elementFromPoint(x + width / 2, y + height / 2) === target;
}
