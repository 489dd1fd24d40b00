/**
 * What an element was doing that leaves the document, handed to the one in its place: while a framework takes over a page
 * that a server has written, it may put a new element there, although the reader already types.
 */

export interface Left {
  readonly typed: string;
  /** Whether its input had the focus. */
  readonly wasUsed: boolean;
}

/** How long an element waits for another one. */
const WAIT_MS = 1000;

/** An element that waits: one that left, or a new one. */
interface Waiting<T> {
  readonly element: Element;
  readonly what: T;
  readonly until: number;
}

let left: Waiting<Left> | undefined;
let arrived: Waiting<(left: Left) => void> | undefined;

/** `from` has left the document. */
export function leave(from: Element, what: Left): void {
  // Where both happen at once, browsers may tell the new element first.
  const next = of(arrived, from);
  arrived = undefined;
  if (next) next(what);
  else left = { element: from, what, until: performance.now() + WAIT_MS };
}

/** `to` is new in the document. `goOn` is called if it is in the place of another one. */
export function arrive(to: Element, goOn: (left: Left) => void): void {
  const before = of(left, to);
  left = undefined;
  if (before) goOn(before);
  else arrived = { element: to, what: goOn, until: performance.now() + WAIT_MS };
}

/** What waits for `other`, if it is an element like it. */
function of<T>(waiting: Waiting<T> | undefined, other: Element): T | undefined {
  if (!waiting || waiting.until < performance.now()) return undefined;
  const { element, what } = waiting;
  const isLike = ["base", "layout", "instance"].every(
    (name) => element.getAttribute(name) === other.getAttribute(name),
  );
  return isLike && element !== other && element.isConnected !== other.isConnected ? what : undefined;
}
