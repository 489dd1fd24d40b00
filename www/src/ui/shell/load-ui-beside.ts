/** Loads the user interface beside `docfuse.js`, in place of `load-ui`: browsers load this script as it is. */

import type { LandingScript, Parts, ReturnScript, UserInterface } from "./shell.js";

let attempts = 0;

export function loadUi(): Promise<UserInterface> {
  return load(new URL("./docfuse-ui.js", import.meta.url));
}

export function loadParts(): Promise<Parts> {
  return load(new URL("./docfuse-parts.js", import.meta.url));
}

export function loadLanding(): Promise<LandingScript> {
  return load(new URL("./docfuse-landing.js", import.meta.url));
}

export function loadReturn(): Promise<ReturnScript> {
  return load(new URL("./docfuse-return.js", import.meta.url));
}

function load<T>(script: URL): Promise<T> {
  // Some browsers keep a failure under the address of a module. Its fragment makes another one of the same script.
  if (attempts > 0) script.hash = String(attempts);
  const loading = import(script.href) as Promise<T>;
  loading.catch(() => (attempts += 1));
  return loading;
}
