/** Keeps the page behind the dialog from scrolling, without moving it. */

/** Returns a function that releases the page. */
export function lockPage(): () => void {
  const { documentElement: root, body } = document;
  // The viewport scrolls by the body's `overflow` unless the root has its own. Setting the other one would make the body
  // a scroll container, which moves what is `sticky` in it.
  const scroller = getComputedStyle(root).overflow === "visible" ? body : root;
  const hasScrollbar = window.innerWidth > root.clientWidth;
  const undo = [set(scroller, "overflow", "hidden")];
  // Else the page would become wider by the scrollbar that it loses.
  if (hasScrollbar) undo.push(set(root, "scrollbar-gutter", "stable"));
  return () => undo.forEach((restore) => restore());
}

function set({ style }: HTMLElement, name: string, value: string): () => void {
  const before = style.getPropertyValue(name);
  const priority = style.getPropertyPriority(name);
  style.setProperty(name, value, "important");
  return () => style.setProperty(name, before, priority);
}
