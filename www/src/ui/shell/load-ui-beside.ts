/** Loads the user interface beside `docfuse.js`, in place of `load-ui`: browsers load this script as it is. */

import type { UserInterface } from "./shell.js";

let attempts = 0;

export function loadUi(): Promise<UserInterface> {
  const script = new URL("./docfuse-ui.js", import.meta.url);
  // Some browsers keep a failure under the address of a module. Its fragment makes another one of the same script.
  if (attempts > 0) script.hash = String(attempts);
  const loading = import(script.href) as Promise<UserInterface>;
  loading.catch(() => (attempts += 1));
  return loading;
}
