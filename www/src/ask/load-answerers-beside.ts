/** Loads them beside `docfuse-ask.js`, in place of `load-answerers`: browsers load this script as it is. */

import type { BrowserModelScript, ChatScript } from "./load-answerers.js";

export function loadBrowserModel(): Promise<BrowserModelScript> {
  return import(new URL("./docfuse-ask-model.js", import.meta.url).href) as Promise<BrowserModelScript>;
}

export function loadChat(): Promise<ChatScript> {
  return import(new URL("./docfuse-ask-chat.js", import.meta.url).href) as Promise<ChatScript>;
}
