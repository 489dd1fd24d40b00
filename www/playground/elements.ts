/** Builds elements. All text is inserted as text nodes. */

/** Children of an element; nothing is inserted for `undefined`. */
export type Child = Node | string | undefined;

/** Attributes by name; `true` is an empty one, `false` and `undefined` are none. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; `name` may have a class, as in `p.note`. */
export function html<K extends keyof HTMLElementTagNameMap>(
  name: K | `${K}.${string}`,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = name.split(".") as [K, ...string[]];
  const made = document.createElement(tag);
  if (classes.length > 0) made.className = classes.join(" ");
  fill(made, attributes, children);
  return made;
}

/** An SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  fill(made, attributes, children);
  return made;
}

function fill(made: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
}

/**
 * A link to a page of an address as the index has it: below the root of the served site, unless it is a whole address,
 * which leads where it says.
 */
export function pageLink(url: string, text: string): HTMLAnchorElement {
  const isWhole = /^https?:\/\//i.test(url);
  // With two slashes, the first folder would be the name of a host.
  return html("a", { href: isWhole ? url : `/${url.replace(/^[\\/\s]+/, "")}` }, text);
}

/** A button with an action. */
export function button(text: string, action: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = html("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", action);
  return made;
}

/** A table with a header line. Cells that are numbers are aligned at their end. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Child[])[],
): HTMLElement {
  const line = (cells: readonly Child[]) =>
    html(
      "tr",
      {},
      ...cells.map((cell, at) =>
        at === 0 ? html("th", { scope: "row" }, cell) : html(isNumber(cell) ? "td.number" : "td", {}, cell),
      ),
    );
  const titles = head.map((title, at) => {
    if (title === "") return html("td", {}); // nothing to read out
    const numbers = at > 0 && rows.length > 0 && rows.every((row) => isNumber(row[at]));
    return html(numbers ? "th.number" : "th", { scope: "col" }, title);
  });
  return html(
    "div.scrolled",
    { tabindex: 0, role: "region", "aria-label": caption },
    html(
      "table",
      {},
      html("caption", {}, caption),
      html("thead", {}, html("tr", {}, ...titles)),
      html("tbody", {}, ...rows.map(line)),
    ),
  );
}

function isNumber(cell: Child): boolean {
  return typeof cell === "string" && /^[+−–]?[\d.,]*( [KM]?B)?$/.test(cell);
}

/** Bytes as people read them, 1 KB being 1000 B. */
export function bytes(count: number): string {
  if (count < 1e3) return `${count} B`;
  return count < 1e6 ? `${(count / 1e3).toFixed(1)} KB` : `${(count / 1e6).toFixed(2)} MB`;
}

/** A number without digits that say nothing. */
export function short(value: number, digits = 4): string {
  return String(Number(value.toPrecision(digits)));
}

/** A change, with its sign. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value < 0 ? "−" : "+"}${text}`;
}
