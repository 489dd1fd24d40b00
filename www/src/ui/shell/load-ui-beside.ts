/** Loads the scripts beside `docfuse.js`, in place of `load-ui`: browsers load this script as it is. */

import type { Sentences } from "../strings/load-sentences.js";
import { load } from "./load-beside.js";
import type { AgentsScript, LandingScript, Parts, ReturnScript, UserInterface } from "./shell.js";

/** Answers by a model. */
type Answers = typeof import("../../ask/exports.js");

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

export function loadAgents(): Promise<AgentsScript> {
  return load("./docfuse-agents.js");
}

export function loadSentences(): Promise<Sentences> {
  return load("./docfuse-strings.js");
}

export function loadAsk(): Promise<Answers> {
  return load("./docfuse-ask.js");
}
