/** Loads the user interface, in the syntax that bundlers split off. */

import type { Parts, UserInterface } from "./shell.js";

export function loadUi(): Promise<UserInterface> {
  return import("../ui.js");
}

export function loadParts(): Promise<Parts> {
  return import("../parts/parts.js");
}
