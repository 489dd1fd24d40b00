/** The results of a model, with what is said about them: list, corrections, notes, failures, and the live region. */

import type { Answer } from "../../shared/protocol.js";
import { element } from "../element.js";
import type { Change, SearchModel } from "../model.js";
import { versioned } from "../page-version.js";
import {
  correctionNote,
  countNote,
  degradedNote,
  emptyNote,
  failureNote,
  failureReason,
  NOT_AVAILABLE,
  suggestionsTitle,
} from "./answer-notes.js";
import { LiveRegion } from "./live-region.js";
import { ResultList, type Group } from "./list.js";
import { hitRows, suggestionRow } from "./option.js";
import type { PageGroup } from "./result-groups.js";

export class ResultsView {
  readonly list: ResultList;
  readonly retry = element("button", "retry", "Try again");
  readonly live = new LiveRegion();
  /** Whether the author chose to search without the encoder. */
  encoderIsOff = false;
  readonly #model: SearchModel;
  readonly #correction = element("div", "correction");
  readonly #message = element("div", "message");
  readonly #failure = element("div", "failure");
  readonly #failureText = element("p");
  readonly #note = element("div", "note");
  readonly #noteText = element("span");
  readonly #progress = element("progress");
  readonly #stop: () => void;
  #pointerOver = false;

  /** `id` begins the ids of all elements, `isShown` tells whether the reader sees the list. */
  constructor(id: string, model: SearchModel, isShown: () => boolean) {
    this.#model = model;
    this.list = new ResultList(id);
    const list = this.list.element;
    this.retry.type = "button";
    this.retry.addEventListener("click", () => void model.retry());
    const parts = { correction: this.#correction, note: this.#note, retry: this.retry };
    for (const [name, part] of Object.entries(parts)) part.setAttribute("part", name);
    this.#failure.append(this.#failureText, this.retry);
    this.#note.append(this.#noteText, this.#progress);
    list.addEventListener("pointerenter", () => (this.#pointerOver = true));
    list.addEventListener("pointerleave", () => (this.#pointerOver = false));
    const stops = [
      model.subscribe((change) => this.#onChange(change)),
      model.addAim(() => isShown() && (this.list.active >= 0 || this.#pointerOver || list.scrollTop > 0)),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    this.#replace();
    this.#showStatus();
  }

  /** The elements to show, in their order. */
  get elements(): HTMLElement[] {
    return [this.#correction, this.list.element, this.#message, this.#failure, this.#note];
  }

  setLabel(label: string): void {
    this.list.element.setAttribute("aria-label", label);
  }

  /** The list is hidden: nothing in it is selected, and no pointer is over it. */
  rest(): void {
    this.#pointerOver = false;
    this.list.select(-1);
  }

  /** Follows its model no longer. */
  end(): void {
    this.#stop();
  }

  #onChange(change: Change): void {
    switch (change.type) {
      case "typed":
        return;
      case "progress":
        return this.#setProgress(this.#model.progress);
      case "status":
        return this.#showStatus();
      case "appended":
        this.list.append(change.groups.map(toGroup));
        break;
      default:
        this.#replace();
    }
    this.#showNotes();
    this.#showStatus();
  }

  #showStatus(): void {
    this.list.element.setAttribute("aria-busy", String(this.#model.status === "busy"));
  }

  /** Shows the groups, or suggestions if there are none. */
  #replace(): void {
    const { groups, answer } = this.#model;
    const shown = groups.map(toGroup);
    if (answer && groups.length === 0 && answer.suggestions.length > 0 && failureNote(answer) === "") {
      shown.push({ title: suggestionsTitle(answer), rows: answer.suggestions.map(suggestionRow) });
    }
    setText(this.#correction, answer && groups.length > 0 ? correctionNote(answer.corrections) : "");
    this.list.replace(shown);
    this.#showNotes();
  }

  #showNotes(): void {
    const { answer, error } = this.#model;
    if (answer) return this.#showAnswer(answer);
    setText(this.#message, "");
    this.#setNote("");
    this.#setFailure(error ? NOT_AVAILABLE : "", error?.message);
    this.live.say(error ? NOT_AVAILABLE : "");
  }

  #showAnswer(answer: Answer): void {
    const failure = failureNote(answer);
    const note = failure === "" ? degradedNote(answer.degraded, this.encoderIsOff) : "";
    this.#setFailure(failure, failureReason(answer));
    setText(this.#message, this.list.size === 0 && failure === "" ? emptyNote(answer) : "");
    this.#setNote(note, answer.degraded?.map(({ message }) => message).join("\n"));
    const correction = answer.hits.length > 0 ? correctionNote(answer.corrections) : "";
    this.live.say(failure || `${correction} ${countNote(answer)} ${note}`);
  }

  /** A failure with its reason and a retry button; empty to hide. */
  #setFailure(text: string, reason = ""): void {
    this.#failureText.replaceChildren(text, element("small", "", reason));
    this.#failure.hidden = text === "";
  }

  /** A line below the list, where it moves nothing; `details` is its tooltip. */
  #setNote(text: string, details = ""): void {
    setText(this.#noteText, text);
    this.#note.title = details;
    this.#note.hidden = text === "";
    this.#setProgress(undefined);
  }

  #setProgress(share: number | undefined): void {
    this.#progress.hidden = share === undefined;
    if (share !== undefined) this.#progress.value = share;
  }
}

function toGroup(page: PageGroup): Group {
  const title = versioned(page);
  const repeatsTitle = page.hits[0]?.heading.toLowerCase() === title.toLowerCase();
  return { title, repeatsTitle, rows: page.hits.flatMap(hitRows) };
}

/** An empty element is hidden. */
function setText(target: HTMLElement, text: string): void {
  target.textContent = text;
  target.hidden = text === "";
}
