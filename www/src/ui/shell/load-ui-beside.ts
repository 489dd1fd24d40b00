/** Loads the scripts beside `docfuse.js`, in place of `load-ui`: browsers load this script as it is. */

import type { Sentences } from "../strings/load-sentences.js";
import type { LandingScript, Parts, ReturnScript, UserInterface } from "./shell.js";

/** Answers by a model. */
type Answers = typeof import("../../ask/exports.js");

let attempts = 0;

export function loadUi(): Promise<UserInterface> {
  return load("./docfuse-ui.js");
}

export function loadParts(): Promise<Parts> {
  return load("./docfuse-parts.js");
}

export function loadLanding(): Promise<LandingScript> {
  return load("./docfuse-landing.js");
}

export function loadReturn(): Promise<ReturnScript> {
  return load("./docfuse-return.js");
}

export function loadSentences(): Promise<Sentences> {
  return load("./docfuse-strings.js");
}

export function loadAsk(): Promise<Answers> {
  return load("./docfuse-ask.js");
}

function load<T>(name: string): Promise<T> {
  const script = new URL(name, import.meta.url);
  // Some browsers keep a failure under the address of a module. Its fragment makes another one of the same script.
  if (attempts > 0) script.hash = String(attempts);
  const loading = import(script.href) as Promise<T>;
  loading.catch(() => (attempts += 1));
  return loading;
}
