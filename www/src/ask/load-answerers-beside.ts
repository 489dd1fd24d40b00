/** Loads them beside `docfuse-ask.js`, in place of `load-answerers`: browsers load this script as it is. */

import type { BrowserModelScript, ChatScript } from "./load-answerers.js";

let retried = "";

export function loadBrowserModel(): Promise<BrowserModelScript> {
  return load("./docfuse-ask-model.js");
}

export function loadChat(): Promise<ChatScript> {
  return load("./docfuse-ask-chat.js");
}

function load<T>(name: string): Promise<T> {
  const loading = import(new URL(name + retried, import.meta.url).href) as Promise<T>;
  // Some browsers keep a failure under the address of a module. Its fragment makes another one of the same script.
  loading.catch(() => (retried += "#"));
  return loading;
}
