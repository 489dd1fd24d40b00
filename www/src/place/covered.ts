/** What of the page lies below a rectangle of the window. */

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What readers touch or look at, besides text. */
const THINGS =
  "a[href],button,input,select,textarea,label,summary,iframe,img,svg,video,canvas,object,[role=button],[onclick]";
/** Nothing that readers touch is smaller. */
const STEP_PX = 8;

/** Whether an element stays in the window when the page is scrolled. */
export function isFixed(element: Element | null): boolean {
  for (let at = element; at; at = at.parentElement) {
    if (/fixed|sticky/.test(getComputedStyle(at).position)) return true;
  }
  return false;
}

/**
 * What `box` would cover there: a control, a picture or text; `undefined` if nothing. `fixedOnly`: what scrolls away does
 * not count.
 */
export function covered(rectangle: Rectangle, box: Element, fixedOnly = false): Rectangle | undefined {
  const { left, top, right, bottom } = rectangle;
  const asked = new Map<Element, Rectangle | undefined>();
  for (const y of steps(top, bottom)) {
    for (const x of steps(left, right)) {
      const below = elementBelow(x, y, box);
      if (!below) return { left: x, top: y, right: x, bottom: y };
      if (!asked.has(below)) asked.set(below, fixedOnly && !isFixed(below) ? undefined : thing(below, box));
      const there = asked.get(below) ?? text(below, rectangle, fixedOnly);
      if (there) return there;
    }
  }
  return undefined;
}

/**
 * What of the page is at a point of the window, besides `box`. All elements of a point take many times as long as the first.
 */
export function elementBelow(x: number, y: number, box: Element): Element | undefined {
  const first = document.elementFromPoint(x, y) ?? undefined;
  return first === box ? document.elementsFromPoint(x, y).find((each) => each !== box) : first;
}

export function covers(rectangle: Rectangle, box: Element): boolean {
  return covered(rectangle, box) !== undefined;
}

/** The control or picture of which `element` is a part. */
function thing(element: Element, box: Element): Rectangle | undefined {
  const around = element.closest(THINGS);
  return around && !around.contains(box) ? around.getBoundingClientRect() : undefined;
}

/** A line of the element's own text that meets the rectangle. */
function text(element: Element, rectangle: Rectangle, fixedOnly: boolean): Rectangle | undefined {
  const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== "");
  if (texts.length === 0 || (fixedOnly && !isFixed(element))) return undefined;
  const range = document.createRange();
  for (const each of texts) {
    range.selectNodeContents(each);
    const line = [...range.getClientRects()].find((line) => meets(line, rectangle));
    if (line) return line;
  }
  return undefined;
}

function meets(one: Rectangle, other: Rectangle): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Places from `first` to `last`, with both ends. */
function steps(first: number, last: number): number[] {
  const inner = last - first - 2;
  const count = Math.max(1, Math.ceil(inner / STEP_PX));
  return Array.from({ length: count + 1 }, (_, number) => first + 1 + (inner * number) / count);
}
