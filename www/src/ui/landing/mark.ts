/** Marks text without changing the page's elements (CSS Custom Highlight API); in older browsers, does nothing. */

/** For `::highlight()` in the style sheets of the page. */
const NAME = "docfuse";

/** In a layer, so that any rule of the page has precedence. */
const STYLE = `@layer ${NAME}{::highlight(${NAME}){background-color:Mark;color:MarkText}}`;

let sheet: CSSStyleSheet | undefined;

/** Marks these ranges, and no others, until the reader clicks. */
export function mark(ranges: readonly Range[]): void {
  if (!("highlights" in CSS)) return;
  CSS.highlights.delete(NAME);
  if (ranges.length === 0) return;
  CSS.highlights.set(NAME, new Highlight(...ranges));
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    addEventListener("click", unmark, { capture: true });
  }
}

function unmark({ isTrusted }: Event): void {
  if (isTrusted) CSS.highlights.delete(NAME); // else a click of a script, such as one that selects a tab
}
