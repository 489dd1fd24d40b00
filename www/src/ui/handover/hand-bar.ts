/** The line below the results: copying the best sections, and the author's links to assistants. */

import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import { loadNextSteps } from "../results/load-next-steps.js";
import { textAndCode } from "../results/section-text.js";
import type { Say, StringKey } from "../strings/strings.js";
import { toMarkdown, type HandedSection } from "./markdown.js";

/** How long the button says what became of it. */
const SAID_MS = 2000;

export class HandBar {
  readonly element = element("div", "hand-over");
  /** Called when the reader handed something over. */
  onHandOver: () => void = () => undefined;
  readonly #model: SearchModel;
  readonly #host: ParentNode;
  readonly #say: Say;
  readonly #copy = element("button", "copy");
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `host` has the author's links: `<a slot="assistant" href="https://…?q={prompt}">`. */
  constructor(model: SearchModel, host: ParentNode, say: Say) {
    this.#model = model;
    this.#host = host;
    this.#say = say;
    this.#copy.ariaLive = "polite";
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) return; // beside the buttons
      if (event.target === this.#copy) void this.#onCopy();
      this.onHandOver();
    });
    this.update();
  }

  update(): void {
    const sections = this.#sections();
    this.element.hidden = sections.length === 0;
    if (this.element.hidden) return;
    this.#label("copy");
    this.element.replaceChildren(this.#copy);
    const given = [...this.#host.querySelectorAll('a[slot="assistant"]')];
    if (given.length > 0) void this.#ask(given, sections);
  }

  /** Adds the links to assistants, which few pages have. */
  async #ask(given: readonly Element[], sections: readonly HandedSection[]): Promise<void> {
    const { answer, text } = this.#model;
    const loaded = await loadNextSteps().catch(() => undefined);
    if (answer === this.#model.answer && this.#copy === this.element.lastChild)
      this.element.append(...(loaded?.assistants(given, text, sections, this.#say) ?? []));
  }

  /** The best hits, with as much of their texts as came. */
  #sections(): HandedSection[] {
    return (this.#model.answer?.hits ?? []).map((hit) => ({ ...hit, ...textAndCode(hit) }));
  }

  async #onCopy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(toMarkdown(this.#sections(), this.#say));
      this.#label("copied");
    } catch {
      // Forbidden by the browser or a policy, or the page is not served securely.
      this.#label("notCopied");
    }
    this.#timer = setTimeout(() => this.#label("copy"), SAID_MS);
  }

  #label(key: StringKey): void {
    clearTimeout(this.#timer);
    this.#copy.textContent = this.#say(key);
  }
}
