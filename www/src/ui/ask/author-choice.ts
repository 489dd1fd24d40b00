/** Which answerer a box has: the reader's own, else that of the page's author, else the model of the browser. */

import type { AnswererChoice, AnswerFunction } from "../../ask/answerer.js";
import { AskError } from "../../ask/errors.js";
import { OLLAMA_KEY } from "../shell/storage-keys.js";

/** Characters of a model's name that a reader may set. */
const MAX_NAME = 200;

/** Asks a model of Ollama on this device from now on; without a name, no longer. For a page where readers set it. */
export function useOllama(model?: string): void {
  if (model) localStorage.setItem(OLLAMA_KEY, model);
  else localStorage.removeItem(OLLAMA_KEY);
}

export interface BoxChoice {
  readonly answerer: AnswererChoice;
  /** The host that gets the question; empty if it stays on the device. */
  readonly host: string;
  /** What the author says about it before it is asked. */
  readonly note: string | undefined;
}

export function boxChoice(box: HTMLElement & { answerer?: unknown }): BoxChoice {
  const ask = box.getAttribute("ask") ?? "";
  const note = box.getAttribute("ask-note") ?? undefined;
  const model = box.getAttribute("ask-model") ?? undefined;
  const quota = Number(box.getAttribute("ask-quota")) || undefined;
  const ollama = stored();
  if (ollama) return { answerer: { ollama, quota }, host: "", note: undefined };
  // Whom a function of the page asks, only its author knows: an empty note says that nothing leaves the device.
  if (typeof box.answerer === "function")
    return { answerer: box.answerer as AnswerFunction, host: note === "" ? "" : location.host, note };
  if (ask === "" || ask === "on") return { answerer: "browser", host: "", note: undefined };
  if (!URL.canParse(ask, document.baseURI) || !/^https?:$/.test(new URL(ask, document.baseURI).protocol))
    throw new AskError(
      "request",
      `off, or the address of an endpoint, expected in the attribute ask, ${ask} found`,
    );
  const url = new URL(ask, document.baseURI);
  return { answerer: { url, model, quota }, host: url.host, note };
}

function stored(): string | undefined {
  try {
    return localStorage.getItem(OLLAMA_KEY)?.slice(0, MAX_NAME) || undefined;
  } catch {
    return undefined; // forbidden
  }
}
