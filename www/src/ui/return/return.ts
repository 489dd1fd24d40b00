/**
 * Entry of `docfuse-return.js`: opens the box with the query that the reader left through a hit, or that the page's
 * address has.
 */

import type { Returning } from "../shell/shell.js";
import { takeLeft } from "./left.js";

/** `asked` is the query of the address; `isBack`: the reader has returned to this page. */
export function bringBack(host: Returning, asked: string, isBack: boolean): void {
  // A page may have several boxes.
  if (document.querySelector("docfuse-search") !== host) return;
  // Of a page of results, the address belongs to its own input.
  const isTaken = document.querySelector("docfuse-input[param]") !== null;
  const query = (isBack && takeLeft()) || (isTaken ? "" : asked);
  if (query) host.show(query);
}
