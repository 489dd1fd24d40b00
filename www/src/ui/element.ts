/**
 * Makes an element with classes and a text, both of which may be empty. The classes are also its parts, which authors can
 * style; docs/box.md names those that stay.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className = "",
  text = "",
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) {
    made.className = className;
    made.setAttribute("part", className);
  }
  if (made instanceof HTMLButtonElement) made.type = "button";
  if (text) made.textContent = text;
  return made;
}
