/** Style sheets by their text, each made once. A strict content security policy allows them, unlike style elements. */

const sheets = new Map<string, CSSStyleSheet>();

/** Adds the sheet of `text` to those of `root`, unless it has it. */
export function adopt(root: ShadowRoot, text: string): void {
  let sheet = sheets.get(text);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    sheets.set(text, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
