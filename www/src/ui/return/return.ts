/**
 * Entry of `docfuse-return.js`: opens the box with the search that the reader left through a link, or with the query that
 * the page's address has.
 */

import { MOVED_MS, type Returning } from "../shell/shell.js";
import type { Left } from "./leave.js";
import { takeLeft } from "./left.js";
import { boxNumber } from "./place.js";

/** The box that came back last, and its search: an app may put another box in its place at once. */
let last:
  { readonly host: Element; readonly box: string; readonly left: Left; readonly time: number } | undefined;

/** The box that has the query of the address: a page may have several. */
let addressed: Element | undefined;

/** `asked` is the query of the address. */
export function bringBack(host: Returning, asked: string | null): void {
  if (!host.isConnected) return; // what has taken its place looks for itself
  const left = takeLeft(host) ?? leftByOther(host);
  if (left) {
    last = { host, box: boxNumber(host), left, time: Date.now() };
    host.returned = [left[4], left[5], left[6]];
    return host.show(left[3]);
  }
  // Of a page of results, the address belongs to its own input.
  const isTaken = addressed?.isConnected || document.querySelector("docfuse-input[param]");
  if (!asked || isTaken) return;
  addressed = host;
  host.show(asked);
}

/** The search of a box in whose place `host` is now. */
function leftByOther(host: Element): Left | undefined {
  if (!last || last.host.isConnected || last.time < Date.now() - MOVED_MS) return undefined;
  return last.left[0] === location.href && last.box === boxNumber(host) ? last.left : undefined;
}
