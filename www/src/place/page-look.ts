/** The font, the corners and the accent of the page, for a box to which its author gave none. */

type Colour = readonly [red: number, green: number, blue: number];

const TEXTS = "main p, article p, [role=main] p, p, body";
const LINKS =
  "main p a[href], article p a[href], main a[href], article a[href], [role=main] a[href], p a[href]";
/** What has corners like the box. */
const CORNERS = "input[type=search], [role=search] input, form input[type=text], pre";
const MOST_PX = 12;
/** WCAG's AA asks for 4.5; a selected row is a little nearer to the accent. */
const CONTRAST = 5.5;
/** Below it, a colour is a grey, and no accent. */
const LEAST_CHROMA = 40;
const MIX_STEP = 0.1;

export function followLook(box: HTMLElement): void {
  const given = getComputedStyle(box);
  const set = (name: string, value: string | undefined) => {
    if (value && !given.getPropertyValue(name).trim()) box.style.setProperty(name, value);
  };
  set("--docfuse-font", fontOf(styleOf(TEXTS)));
  set("--docfuse-radius", radiusOf(styleOf(CORNERS)));
  const button = box.shadowRoot?.querySelector("button");
  const background = button && colour(getComputedStyle(button).backgroundColor);
  if (background) set("--docfuse-accent", accentOn(background, styleOf(LINKS)));
}

/** The style of the first such element, shown or not. */
function styleOf(selector: string): CSSStyleDeclaration | undefined {
  const found = document.querySelector(selector);
  return found ? getComputedStyle(found) : undefined;
}

function fontOf(style: CSSStyleDeclaration | undefined): string | undefined {
  const family = style?.fontFamily;
  // That of a page without a style.
  if (!family || /^"?Times( New Roman)?"?$/.test(family)) return undefined;
  return `max(1rem, 14px)/1.45 ${family}`;
}

function radiusOf(style: CSSStyleDeclaration | undefined): string | undefined {
  const radius = parseFloat(style?.borderTopLeftRadius ?? "");
  return isNaN(radius) ? undefined : `${Math.min(radius, MOST_PX)}px`;
}

/** The colour of links, made lighter or darker until it can be read. */
export function accentOn(
  background: Colour,
  link: Pick<CSSStyleDeclaration, "color"> | undefined,
): string | undefined {
  const found = colour(link?.color ?? "");
  if (!found || Math.max(...found) - Math.min(...found) < LEAST_CHROMA) return undefined;
  const end = luminance(background) < 0.2 ? 255 : 0;
  for (let part = 0; part < 1; part += MIX_STEP) {
    const mixed = found.map((each) => Math.round(each + (end - each) * part)) as unknown as Colour;
    if (contrast(mixed, background) >= CONTRAST) return `rgb(${mixed.join(" ")})`;
  }
  return undefined;
}

/** An opaque colour as computed; other notations are rare. */
function colour(text: string): Colour | undefined {
  const [, red, green, blue] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(text) ?? [];
  return red ? [Number(red), Number(green), Number(blue)] : undefined;
}

function contrast(one: Colour, other: Colour): number {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (more + 0.05) / (less + 0.05);
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((each) => {
    const share = each / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
