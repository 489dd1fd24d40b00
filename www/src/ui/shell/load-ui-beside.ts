/** Loads the user interface beside `docfuse.js`, in place of `load-ui`: browsers load this script as it is. */

import type { UserInterface } from "./shell.js";

export function loadUi(): Promise<UserInterface> {
  return import(new URL("./docfuse-ui.js", import.meta.url).href) as Promise<UserInterface>;
}
