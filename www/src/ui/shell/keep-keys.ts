/** Keys that are typed into the box, which a page must not take for its shortcuts. */

/** The page can't see the input inside the shadow root, so its shortcuts would fire while the reader types. */
export function keepKeys(event: KeyboardEvent): void {
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (!isShortcut && event.key !== "Tab" && event.key !== "Escape") event.stopPropagation();
}
