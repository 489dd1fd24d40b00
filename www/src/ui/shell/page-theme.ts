/**
 * Whether the page is dark. Most dark themes say so by `color-scheme`, which the box inherits; some set colours alone, and
 * are known by those.
 */

/** The part of a computed style that is read. */
type Colours = Pick<CSSStyleDeclaration, "backgroundColor" | "color">;

/** Backgrounds below this relative luminance, and texts above it, make a page dark: black and white differ from it alike. */
const MIDDLE = 0.18;

/** `styles` are those of the body and of the root. */
export function isDark(styles: readonly Colours[]): boolean {
  for (const { backgroundColor } of styles) {
    const luminance = luminanceOf(backgroundColor);
    if (luminance !== undefined) return luminance < MIDDLE;
  }
  // The background is that of an element in the body; its text will be readable.
  return (luminanceOf(styles[0]?.color ?? "") ?? 0) > MIDDLE;
}

/** Relative luminance of a computed colour, 0 to 1; `undefined` if it is mostly transparent, or in another notation. */
export function luminanceOf(colour: string): number | undefined {
  const match = /^(rgba?|color)\((?:srgb )?([^)]+)\)$/.exec(colour);
  const numbers = match?.[2]?.split(/[\s,/]+/).map(Number) ?? [];
  const [red, green, blue, alpha = 1] = numbers;
  if (red === undefined || green === undefined || blue === undefined || !(alpha > 0.5)) return undefined;
  const most = match?.[1] === "color" ? 1 : 255;
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => linear(value / most));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

/** Calls `changed` whenever the page may have got other colours, until `signal` aborts. */
export function watchPage(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(changed);
  for (const each of [document.documentElement, document.body]) observer.observe(each, { attributes: true });
  signal.addEventListener("abort", () => observer.disconnect());
  const options = { signal };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, options);
  window.addEventListener("load", changed, options);
  // Colours that change gradually are not there yet when the attribute changes.
  const gradual = ({ target }: Event) => {
    if (target === document.documentElement || target === document.body) changed();
  };
  document.addEventListener("transitionend", gradual, options);
}

/** Whether the page around `host` is dark; `undefined` if it states its scheme itself. */
export function isPageDark(host: Element): boolean | undefined {
  const { colorScheme } = getComputedStyle(host);
  if (colorScheme !== "" && colorScheme !== "normal") return undefined;
  return isDark([document.body, document.documentElement].map((each) => getComputedStyle(each)));
}
