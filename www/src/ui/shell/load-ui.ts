/** Loads the user interface, in the syntax that bundlers split off. */

export { loadSentences } from "../strings/load-sentences.js";
import type { AgentsScript, LandingScript, Parts, ReturnScript, UserInterface } from "./shell.js";

export function loadUi(): Promise<UserInterface> {
  return import("../ui.js");
}

export function loadParts(): Promise<Parts> {
  return import("../parts/parts.js");
}

export function loadLanding(): Promise<LandingScript> {
  return import("../landing/landing.js");
}

export function loadReturn(): Promise<ReturnScript> {
  return import("../return/return.js");
}

export function loadAgents(): Promise<AgentsScript> {
  return import("../agents/agents.js");
}

export function loadAsk(): Promise<typeof import("../../ask/exports.js")> {
  return import("../../ask/exports.js");
}
