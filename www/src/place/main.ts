/**
 * Entry of `docfuse-place.js`, which `docfuse build --inject` adds to pages: what no command can know of a page is how its
 * theme lays it out. The box stays where it was written if it can be seen and touched there, and covers nothing.
 * Otherwise it is laid over the theme's search (`data-over`), or goes to a place of the window that is free.
 */

import { covers, isFixed, type Rectangle } from "./covered.js";
import { followText } from "./page-colours.js";
import { freePlace, type Place } from "./free-place.js";
import { hideSearches } from "./other-searches.js";
import { followLook } from "./page-look.js";

/** Themes open and close their drawers within this time. */
const MOVES_MS = 400;
/** Below it, a finger does not find the button. */
const LEAST_PX = 24;
/** A search of the theme that is narrower than the button is in the middle of it. */
const BUTTON_PX = 40;
/** As wide as the shell makes the button. */
const WIDEST_PX = 256;

/** Of a bar, in which the box would need more room. */
const LOW_PX = 44;
/** Above and below the box. */
const MARGINS_PX = 8;

const BOX = "docfuse-search";

const first = document.querySelector<HTMLElement>(BOX);
if (first) void customElements.whenDefined(BOX).then(() => keepPlaced(first));

/** Places the box now, and again whenever the page may have got another layout. */
function keepPlaced(box: HTMLElement): void {
  /** Where the box was written. */
  const home = document.createComment("");
  // A page that was loaded in its middle shows its header later.
  const seen = new IntersectionObserver(() => again());
  const adopt = (next: HTMLElement) => {
    box = next;
    box.before(home);
    seen.disconnect();
    seen.observe(box);
    again();
  };
  const again = () => {
    if (isInUse(box)) return;
    place(box, home);
    followText(box);
    followLook(box);
  };
  // Some themes replace a part of the page by that of the next one, with its box.
  const followRoute = () => {
    hideSearches();
    const next = [...document.querySelectorAll<HTMLElement>(BOX)].find((each) => each !== box);
    if (next) {
      box.remove();
      adopt(next);
    } else if (!home.isConnected) {
      if (!box.isConnected) document.body.append(box);
      adopt(box);
    }
  };
  hideSearches();
  adopt(box);
  new MutationObserver(followRoute).observe(document.body, { childList: true, subtree: true });
  for (const type of ["load", "resize", "pageshow"]) window.addEventListener(type, again);
  const later = () => setTimeout(again, MOVES_MS);
  for (const type of ["click", "load"]) window.addEventListener(type, later);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
}

/** Whether moving would take the box from a reader's hands, or something lies over the whole page. */
function isInUse(box: HTMLElement): boolean {
  return document.activeElement === box || document.querySelector("dialog:modal, docfuse-portal") !== null;
}

function place(box: HTMLElement, home: Comment): void {
  if (box.parentNode !== home.parentNode) home.after(box);
  box.removeAttribute("style");
  const over = box.dataset["over"];
  if (over && layOver(box, over)) return;
  if (!over) makeLow(box);
  if (fits(box)) return;
  // Out of every drawer, and of what would clip it.
  document.body.append(box);
  put(box, { left: 0, top: 0, fixed: true });
  const { width, height } = buttonOf(box);
  const free = freePlace(box, Math.max(width, BUTTON_PX), Math.max(height, BUTTON_PX));
  if (free) put(box, free);
  // A drawer fills the window.
  else box.style.display = "none";
}

/** Makes the box as low as the bar that it is in. */
function makeLow(box: HTMLElement): void {
  box.style.display = "none";
  let bar = box.parentElement;
  while (bar && bar.clientHeight === 0) bar = bar.parentElement;
  const height = bar?.clientHeight ?? LOW_PX;
  box.style.display = "";
  if (height < LOW_PX)
    box.style.setProperty("--docfuse-height", `${Math.max(LEAST_PX, height - MARGINS_PX)}px`);
}

/** Lays the box over the theme's search, if readers would see that. */
function layOver(box: HTMLElement, selector: string): boolean {
  const seen = [...document.querySelectorAll(selector)].find(
    (each) => each.getBoundingClientRect().width > 0,
  );
  if (!seen) return false;
  const { left, top, width: room, height } = seen.getBoundingClientRect();
  const width = Math.min(Math.max(room, BUTTON_PX), WIDEST_PX);
  put(box, { left, top, fixed: isFixed(seen) }, `width:${width}px;`);
  const at = { left: left + (room - width) / 2, top: top + (height - buttonOf(box).height) / 2 };
  put(box, { ...at, fixed: isFixed(seen) }, `width:${width}px;`);
  return fits(box);
}

function put(box: HTMLElement, { left, top, fixed }: Place, more = ""): void {
  const [x, y] = fixed ? [left, top] : [left + scrollX, top + scrollY];
  const position = fixed ? "fixed" : "absolute";
  box.style.cssText = `position:${position};inset:auto;left:${x}px;top:${y}px;margin:0;float:none;z-index:1000;${more}`;
}

/** Whether the box can be seen and touched where it is, on the first screen of the page, and covers nothing. */
function fits(box: HTMLElement): boolean {
  const button = buttonOf(box);
  const { left, top, right, bottom, width, height } = button;
  if (width < LEAST_PX || height < LEAST_PX || left < 0 || right > document.documentElement.clientWidth)
    return false;
  if (top + scrollY < 0 || (bottom > innerHeight && bottom + scrollY > innerHeight)) return false;
  // The reader is further down. Nothing can be asked about what is out of the window.
  if (top < 0) return scrollY > 0;
  return isReached(box, button) && !hangsOut(box, button) && !covers(button, box);
}

/** Whether it floats below the header that it was written into, as below one whose bar is fixed: content gets out of its way. */
function hangsOut(box: HTMLElement, { top }: Rectangle): boolean {
  const header = box.parentElement?.getBoundingClientRect();
  return header !== undefined && getComputedStyle(box).float !== "none" && top >= header.bottom;
}

function isReached(box: HTMLElement, { left, top, right, bottom }: Rectangle): boolean {
  const points = [
    [left + 4, top + 4],
    [right - 4, top + 4],
    [(left + right) / 2, (top + bottom) / 2],
    [left + 4, bottom - 4],
    [right - 4, bottom - 4],
  ] as const;
  return points.every(([x, y]) => document.elementFromPoint(x, y) === box);
}

function buttonOf(box: HTMLElement): DOMRect {
  return (box.shadowRoot?.querySelector("button") ?? box).getBoundingClientRect();
}
