/** Entry of `docfuse-parts.js`: the parts of a search as elements of their own. */

import { element } from "../element.js";
import type { PartInterface, PartShell } from "../shell/shell.js";
import { countNote, DETAILS_STYLE, FilterBar, RESULTS_STYLE } from "../ui.js";
import { InputPart } from "./input-part.js";
import { Instance, type Member } from "./instance.js";
import PARTS_STYLE from "./parts.css";
import { ResultsPart } from "./results-part.js";

/** What a part has to show. */
export interface Content {
  /** Says everything in the language of now, as the attributes want it. */
  rename(): void;
  /** Moves the focus to it; false if it takes none. */
  focus?(): boolean;
  end(): void;
}

export function attachPart(shell: PartShell): PartInterface {
  const root = element("div", "root");
  shell.adopt(RESULTS_STYLE + DETAILS_STYLE + PARTS_STYLE);
  const instance = Instance.of(shell);
  const content = contents(shell, instance, root);
  const member: Member = {
    shell,
    rename: () => content.rename(),
    focus: () => content.focus?.() ?? false,
  };
  instance.join(member);
  shell.shadow.replaceChildren(root);
  return {
    root,
    configure: () => instance.configure(),
    reset: () => instance.reset(),
    end: () => {
      content.end();
      instance.leave(member);
      root.remove();
    },
  };
}

function contents(shell: PartShell, instance: Instance, root: HTMLElement): Content {
  switch (shell.kind) {
    case "input":
      return new InputPart(shell, instance, root);
    case "results":
      return new ResultsPart(shell, instance, root);
    case "filters":
      return filters(instance, root);
    case "summary":
      return summary(instance, root);
  }
}

/** Chips to narrow the search by. */
function filters({ model, speech }: Instance, root: HTMLElement): Content {
  const bar = new FilterBar(model, speech.say);
  root.append(bar.element);
  const update = () => bar.update();
  return { rename: update, end: model.subscribe(update) };
}

/** The number of results. The results themselves announce it. */
function summary({ model, speech }: Instance, root: HTMLElement): Content {
  const line = element("div", "summary");
  root.append(line);
  const update = () => {
    line.textContent = model.answer ? countNote(model.answer, speech.say).trim() : "";
  };
  return { rename: update, end: model.subscribe(update) };
}
