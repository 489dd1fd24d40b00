/** Loads what writes answers, in the syntax that bundlers split off. */

import type { Answerer, ChatEndpoint } from "./answerer.js";

export interface BrowserModelScript {
  answerer(): Answerer;
}

export interface ChatScript {
  answerer(endpoint: ChatEndpoint): Answerer;
}

export function loadBrowserModel(): Promise<BrowserModelScript> {
  return import("./answerers/browser-model.js");
}

export function loadChat(): Promise<ChatScript> {
  return import("./answerers/chat.js");
}
