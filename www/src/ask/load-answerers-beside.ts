/** Loads them beside `docfuse-ask.js`, in place of `load-answerers`: browsers load this script as it is. */

import { load } from "../ui/shell/load-later.js";
import type { BrowserModelScript, ChatScript } from "./load-answerers.js";

export function loadBrowserModel(): Promise<BrowserModelScript> {
  return load("./docfuse-ask-model.js");
}

export function loadChat(): Promise<ChatScript> {
  return load("./docfuse-ask-chat.js");
}
