/** A line above the hits of a question, which offers an answer by a model. What writes it is in a script of its own. */

import { element } from "../element.js";
import { languageAround } from "../shell/page-language.js";
import { OLLAMA_KEY } from "../shell/storage-keys.js";
import { loadAsk } from "./load-ask.js";
import { isQuestion } from "./question.js";
import type { ViewContext } from "./view.js";

/** A box, to which a page may give a function that answers. */
type Host = HTMLElement & { readonly answerer?: unknown };

type Models = { readonly LanguageModel?: { availability(options: object): Promise<string> } };

export interface AskLine {
  readonly element: HTMLElement;
  /** Looks for an answerer, where the reader has typed a question. */
  look(): Promise<void>;
  /** Follows the results that are shown; nothing appears late. */
  update(): void;
}

export function askLine(context: ViewContext): AskLine {
  const line = element("div", "ask message");
  const button = element("button", "link");
  const host = context.host as Host;
  let isOffered: unknown;
  /** Asked once: where it knows no model, Chromium says so in the console each time. */
  let state: string | undefined;
  line.append(button);
  const name = (key: "answer" | "retry") => (button.textContent = context.say(key));
  button.addEventListener("click", () =>
    loadAsk().then(
      (script) => script.answer(context, line),
      () => name("retry"),
    ),
  );

  return {
    element: line,
    async look() {
      const ask = host.getAttribute("ask");
      try {
        isOffered =
          isQuestion(context.model.text) &&
          ask !== "off" &&
          ((ask !== "on" && ask) ||
            host.answerer ||
            // Of all states, only “unavailable” is behind "u". A language that the browser does not know is an error.
            ((state ??= await (globalThis as Models).LanguageModel?.availability({
              expectedOutputs: [{ type: "text", languages: [languageAround(host).slice(0, 2) || "en"] }],
            }).catch(() => "u")) as string) < "u" ||
            localStorage[OLLAMA_KEY]);
      } catch {
        // Storage is forbidden.
      }
    },
    update() {
      name("answer");
      line.hidden = !(isOffered && context.model.groups[0]);
    },
  };
}
