/** The user interface in the same script, in place of `load-ui`: pages opened from a folder load no modules. */

import * as agents from "../ui/agents/agents.js";
import * as landing from "../ui/landing/landing.js";
import * as parts from "../ui/parts/parts.js";
import * as returning from "../ui/return/return.js";
export { loadSentences } from "./inlined-sentences.js";
import type { AgentsScript, LandingScript, Parts, ReturnScript, UserInterface } from "../ui/shell/shell.js";
import * as ui from "../ui/ui.js";

export function loadUi(): Promise<UserInterface> {
  return Promise.resolve(ui);
}

export function loadParts(): Promise<Parts> {
  return Promise.resolve(parts);
}

export function loadLanding(): Promise<LandingScript> {
  return Promise.resolve(landing);
}

export function loadReturn(): Promise<ReturnScript> {
  return Promise.resolve(returning);
}

export function loadAgents(): Promise<AgentsScript> {
  return Promise.resolve(agents);
}
