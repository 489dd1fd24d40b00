/** What is in the menu below the results: copying the best sections, and the author's links to assistants. */

import { element } from "../element.js";
import type { SearchModel } from "../model.js";
import { textAndCode } from "../results/section-text.js";
import type { Say, StringKey } from "../strings/strings.js";
import { assistants } from "./assistants.js";
import { toMarkdown, type HandedSection } from "./markdown.js";

/** How long the button says what became of it. */
const SAID_MS = 2000;

/** `host` has the author's links. */
export function acts({ answer, text }: SearchModel, host: ParentNode, say: Say): HTMLElement[] {
  // The best hits, with as much of their texts as came.
  const sections = (answer?.hits ?? []).map((hit) => ({ ...hit, ...textAndCode(hit) }));
  const given = [...host.querySelectorAll('a[slot="assistant"]')];
  return [copyButton(sections, say), ...assistants(given, text, sections, say)];
}

function copyButton(sections: readonly HandedSection[], say: Say): HTMLElement {
  const button = element("button", "copy", say("copy"));
  button.ariaLive = "polite";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const label = (key: StringKey) => (button.textContent = say(key));
  button.addEventListener("click", async () => {
    clearTimeout(timer);
    try {
      await navigator.clipboard.writeText(toMarkdown(sections, say));
      label("copied");
    } catch {
      // Forbidden by the browser or a policy, or the page is not served securely.
      label("notCopied");
    }
    timer = setTimeout(() => label("copy"), SAID_MS);
  });
  return button;
}
