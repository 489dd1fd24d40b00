/** Entry of `docfuse-parts.js`: the parts of a search as elements of their own. */

import { element } from "../element.js";
import { MOVED_MS, type PartInterface, type Parts } from "../shell/shell.js";
import { countNote, FilterBar, readSettings, RESULTS_STYLE } from "../ui.js";
import { InputPart } from "./input-part.js";
import { Instance, type Member } from "./instance.js";
import type { Content, Part } from "./part.js";
import PARTS_STYLE from "./parts.css";
import { ResultsPart } from "./results-part.js";

export const attachPart: Parts["attachPart"] = (host, kind, tools) => {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: "open", delegatesFocus: true });
  for (const style of [tools.SHELL_STYLE, RESULTS_STYLE, PARTS_STYLE]) tools.adopt(shadow, style);
  const root = element("div", "root");
  shadow.replaceChildren(root);
  const config = () => readSettings(host, tools.readConfig(host));
  return new AttachedPart({ host, kind, tools, root, config });
};

class AttachedPart implements PartInterface {
  readonly #part: Part;
  #member: Member | undefined;
  #connection: AbortController | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(part: Part) {
    this.#part = part;
    this.connected();
  }

  connected(): void {
    clearTimeout(this.#leaving);
    const { host, root, tools, kind, config } = this.#part;
    this.#member ??= this.#join();
    const { signal } = (this.#connection = new AbortController());
    const follow = () => {
      tools.followTheme(host, root);
      this.#member?.instance.followPage();
    };
    tools.watchPage(follow, signal);
    follow();
    if (kind === "input") tools.onHotkey(config, () => host.focus(), signal);
  }

  disconnected(): void {
    this.#connection?.abort();
    this.#leaving = setTimeout(() => {
      if (this.#member) this.#member.instance.leave(this.#member);
      this.#member = undefined;
      this.#part.root.replaceChildren();
    }, MOVED_MS);
  }

  configure(): void {
    this.#member?.instance.configure();
  }

  reset(): void {
    this.#member?.instance.reset();
  }

  #join(): Member {
    const instance = Instance.of(this.#part);
    const member = { part: this.#part, instance, content: contentOf(this.#part, instance) };
    instance.join(member);
    return member;
  }
}

function contentOf(part: Part, instance: Instance): Content {
  switch (part.kind) {
    case "input":
      return new InputPart(part, instance);
    case "results":
      return new ResultsPart(part, instance);
    case "filters":
      return filters(part, instance);
    case "summary":
      return summary(part, instance);
  }
}

/** Chips to narrow the search by. */
function filters({ root }: Part, { model, speech }: Instance): Content {
  const bar = new FilterBar(model, speech.say);
  root.append(bar.element);
  const update = () => bar.update();
  return { rename: update, end: model.subscribe(update) };
}

/** The number of results. The results themselves announce it. */
function summary({ root }: Part, { model, speech }: Instance): Content {
  const line = element("div", "summary");
  root.append(line);
  const update = () => {
    line.textContent = model.answer ? countNote(model.answer, speech.say).trim() : "";
  };
  return { rename: update, end: model.subscribe(update) };
}
