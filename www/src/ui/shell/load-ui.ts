/** Loads the user interface, in the syntax that bundlers split off. */

import type { UserInterface } from "./shell.js";

export function loadUi(): Promise<UserInterface> {
  return import("../ui.js");
}
