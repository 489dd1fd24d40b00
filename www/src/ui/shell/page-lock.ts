/** Keeps the page behind the dialog from scrolling, without moving it. */

/** Returns a function that releases the page. */
export function lockPage(): () => void {
  const { documentElement: root, body } = document;
  // The viewport scrolls by the body's `overflow` unless the root has its own. Setting the other one would make the body
  // a scroll container, which moves what is `sticky` in it.
  const { style } = getComputedStyle(root).overflow === "visible" ? body : root;
  const { overflow } = style;
  const { scrollbarGutter } = root.style;
  // Else the page would become wider by the scrollbar that it loses.
  if (innerWidth > root.clientWidth) root.style.scrollbarGutter = "stable";
  style.setProperty("overflow", "hidden", "important");
  return () => {
    style.overflow = overflow;
    root.style.scrollbarGutter = scrollbarGutter;
  };
}
