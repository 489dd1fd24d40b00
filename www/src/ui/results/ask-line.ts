/** A line above the hits of a question, which offers an answer by a model. What writes it is in a script of its own. */

import { element } from "../element.js";
import { languageAround } from "../shell/page-language.js";
import { OLLAMA_KEY } from "../shell/storage-keys.js";
import { loadAsk } from "./load-ask.js";
import type { ViewContext } from "./view.js";

/** Three words, a question mark, or some letters of a script that may have no blanks. */
const QUESTION = /\S\s+\S+\s+\S|[?？؟]|[\u0E00-\u9FFF]{6}/;

/** A box, to which a page may give a function that answers. */
type Host = HTMLElement & { readonly answerer?: unknown };

type Models = { readonly LanguageModel?: { availability(options: object): Promise<string> } };

export class AskLine {
  readonly element = element("div", "ask message");
  readonly #button = element("button", "link");
  readonly #context: ViewContext;
  #isHere: unknown;

  constructor(context: ViewContext) {
    this.#context = context;
    this.element.append(this.#button);
    this.#button.addEventListener("click", () =>
      loadAsk().then((script) => script.openAnswer(context, this.element), console.warn),
    );
  }

  /** Follows the results that are shown; nothing appears late. */
  update(): void {
    const { model, say } = this.#context;
    this.#button.textContent = say("askPages");
    this.element.hidden = !(this.#isHere && model.groups.length && QUESTION.test(model.text));
    void this.#look();
  }

  /** Whether an answerer is here, from the next query on. */
  async #look(): Promise<void> {
    const host = this.#context.host as Host;
    const ask = host.getAttribute("ask");
    try {
      const languages = [languageAround(host).slice(0, 2) || "en"];
      const options = { expectedOutputs: [{ type: "text", languages }] };
      this.#isHere =
        ask !== "off" &&
        (ask ||
          host.answerer ||
          // Of all states, only “unavailable” is behind "u".
          ((await (globalThis as Models).LanguageModel?.availability(options)) as string) < "u" ||
          localStorage[OLLAMA_KEY]);
    } catch {
      // Storage is forbidden, or the browser does not know the language.
    }
  }
}
