/**
 * Whether the page is dark. Most dark themes say so by `color-scheme`, which the box inherits; some set colours alone, and
 * are known by those.
 */

/** The part of a computed style that is read. */
type Colours = Pick<CSSStyleDeclaration, "backgroundColor" | "color">;

/** `styles` are those of the body and of the root. */
export function isDark(styles: readonly Colours[]): boolean {
  for (const { backgroundColor } of styles) {
    const lightness = lightnessOf(backgroundColor);
    if (lightness !== undefined) return lightness < 0.5;
  }
  // The background is that of an element in the body; its text will be readable.
  return (lightnessOf(styles[0]?.color ?? "") ?? 0) > 0.5;
}

/** How light a computed colour looks, about 0 to 1; `undefined` if it is mostly transparent, or in a rare notation. */
export function lightnessOf(colour: string): number | undefined {
  const [first = NaN, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+(?:e-\d+)?/g) ?? []).map(Number);
  if (!(alpha > 0.5)) return undefined;
  // The first number is a lightness: oklab(), oklch(), lab(), lch().
  if (/^ok/.test(colour)) return first;
  if (/^l/.test(colour)) return first / 100;
  const brightness = 0.3 * first + 0.59 * green + 0.11 * blue;
  if (/^rgb/.test(colour)) return brightness / 255;
  return /^color\(srgb/.test(colour) ? brightness : undefined;
}

/** Calls `changed` whenever the page may have got other colours, until `signal` aborts. */
export function watchPage(changed: () => void, signal: AbortSignal): void {
  const pages = [document.documentElement, document.body];
  const observer = new MutationObserver(changed);
  for (const each of pages) observer.observe(each, { attributes: true });
  signal.addEventListener("abort", () => observer.disconnect());
  const options = { signal };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, options);
  window.addEventListener("load", changed, options);
  // Colours that change gradually are not there yet when the attribute changes.
  const gradual = ({ target }: Event) => pages.includes(target as HTMLElement) && changed();
  document.addEventListener("transitionend", gradual, options);
}

/** Makes `root` dark or light like the page around `host`, unless the page states its scheme itself. */
export function followTheme(host: Element, root: Element | undefined): void {
  const { colorScheme } = getComputedStyle(host);
  const isStated = !/^(normal)?$/.test(colorScheme);
  const pages = [document.body, document.documentElement];
  const dark = !isStated && isDark(pages.map((each) => getComputedStyle(each)));
  root?.classList.toggle("dark", dark);
  root?.classList.toggle("light", !isStated && !dark);
}
