/** The results of a model, with what is said about them: list, corrections, notes, failures, and the live region. */

import type { Answer } from "../../shared/protocol.js";
import { element } from "../element.js";
import { HandBar } from "../handover/hand-bar.js";
import { keepChosen } from "../landing/keep-chosen.js";
import type { Change, SearchModel } from "../model.js";
import { versioned } from "../page-version.js";
import { complain } from "../strings/speech.js";
import type { Say } from "../strings/strings.js";
import {
  aboveHits,
  asTyped,
  countNote,
  degradedNote,
  emptyNote,
  failureNote,
  failureReason,
  suggestionsTitle,
  typedWords,
} from "./answer-notes.js";
import { FilterBar } from "./filter-bar.js";
import { LiveRegion } from "./live-region.js";
import { ResultList, type Group } from "./list.js";
import { loadNextSteps } from "./load-next-steps.js";
import { hitRows, suggestionRow, type Item } from "./option.js";
import { Preview } from "./preview.js";
import type { PageGroup } from "./result-groups.js";
import { Skeleton } from "./skeleton.js";

/** What the author chose about the results. */
export interface ViewSettings {
  /** Whether to search without the encoder. */
  readonly encoderIsOff: boolean;
  /** Whether to show sections beside the list. */
  readonly preview: boolean;
  /** Where readers may report that nothing was found. */
  readonly missingResultsUrl: string | undefined;
}

export interface ViewContext {
  /** Begins the ids of all elements. */
  readonly id: string;
  readonly model: SearchModel;
  readonly say: Say;
  /** Has the author's links to assistants. */
  readonly host: ParentNode;
  /** Whether results are plain links in place of the options of a combobox. */
  readonly asLinks?: boolean;
  settings(): ViewSettings;
  /** Shows a chosen hit, if that is in this page. */
  land(): void;
  /** Whether the reader sees the list. */
  isShown(): boolean;
}

export class ResultsView {
  readonly list: ResultList;
  readonly filters: FilterBar;
  readonly hand: HandBar;
  readonly skeleton = new Skeleton();
  readonly retry = element("button", "retry");
  readonly live = new LiveRegion();
  /** Called when what had the focus is no longer shown. */
  onFocusLost: () => void = () => undefined;
  /** Called with another search that the reader chose. */
  onSearch: (query: string) => void = () => undefined;
  readonly #context: ViewContext;
  readonly #preview: Preview;
  readonly #correction = element("div", "correction");
  readonly #main = element("div", "main");
  /** Above the list, and there from its first paint: a late answer that begins otherwise moves nothing. */
  readonly #offer = element("div", "offer");
  readonly #lateFit = element("span");
  readonly #better = element("button", "link");
  readonly #message = element("div", "message");
  /** Below the list, where it moves nothing. */
  readonly #next = element("div", "nothing note");
  readonly #failure = element("div", "failure");
  readonly #failureText = element("p");
  readonly #note = element("div", "note");
  readonly #noteText = element("span");
  readonly #progress = element("progress");
  readonly #stop: () => void;

  constructor(context: ViewContext) {
    this.#context = context;
    const { id, model, say, host } = context;
    this.list = new ResultList(id, context.asLinks ?? false);
    this.filters = new FilterBar(model, say);
    this.hand = new HandBar(model, host, say);
    this.#preview = new Preview(say);
    const list = this.list.element;
    keepChosen(this.list, context.land);
    this.retry.addEventListener("click", () => void model.retry());
    this.#main.append(list, this.#preview.element);
    this.#failure.append(this.#failureText, this.retry);
    this.#note.append(this.#noteText, this.#progress);
    this.#offer.append(this.#lateFit, this.#better);
    this.#better.addEventListener("click", () => {
      list.focus(); // not the input: that would open a phone's keyboard
      model.showBetter();
    });
    list.addEventListener("pointerover", (event) => this.preview(this.list.itemAt(event)));
    list.addEventListener("scroll", () => this.#moreIfNear(), { passive: true });
    const stops = [
      model.subscribe((change) => this.#onChange(change)),
      model.addSight(() => (context.isShown() ? this.#inSight : 0)),
    ];
    this.#stop = () => stops.forEach((stop) => stop());
    this.configure();
    this.#replace();
    this.#showStatus();
  }

  /** The elements to show, in their order. */
  get elements(): HTMLElement[] {
    const above = [this.filters.element, this.#correction, this.skeleton.element, this.#offer];
    return [...above, this.#main, this.#message, this.#next, this.#failure, this.#note];
  }

  get #parts(): HTMLElement[] {
    return [...this.elements, this.hand.element];
  }

  get #hasFocus(): boolean {
    return this.#parts.some((part) => part.matches(":focus-within"));
  }

  /** The number of groups in sight; without any, whether there is something else to choose. */
  get #inSight(): number {
    return this.list.size > 0 ? this.list.inSight : Number(!this.#next.hidden);
  }

  /** Says everything that stays in the language of now. */
  configure(): void {
    const { say } = this.#context;
    this.list.element.ariaLabel = say("results");
    this.retry.textContent = say("retry");
    this.#better.textContent = say("showBetter");
    this.filters.update();
    this.hand.update();
  }

  /** The list is hidden: nothing in it is selected. */
  rest(): void {
    this.list.select(-1);
  }

  /** Shows the section of a hit beside the list, where there is room. */
  preview(item: Item | undefined): void {
    if (item && "hit" in item && this.#context.settings().preview) this.#preview.show(item.hit);
  }

  /** Follows its model no longer. */
  end(): void {
    this.#stop();
    this.skeleton.update(false);
  }

  #onChange(change: Change): void {
    const { model } = this.#context;
    switch (change.type) {
      case "typed":
        return;
      case "progress":
        return this.#setProgress(model.progress);
      case "status":
        return this.#showStatus();
      case "offered":
        this.#showOffer();
        break;
      case "continued":
        this.list.keep(change.kept);
        this.list.append(change.groups.map((page) => this.#group(page)));
        // Once shown it stays as it is: a part of it may have the focus.
        if (this.hand.element.hidden) this.hand.update();
        if (this.#next.hidden) void this.#showNext(model.answer?.fit !== undefined);
        this.#showOffer();
        this.#showNotes();
        break;
      default:
        this.#replace();
    }
    this.#showStatus();
  }

  #showStatus(): void {
    const { status, answer } = this.#context.model;
    this.list.element.ariaBusy = String(status === "busy");
    this.skeleton.update(status === "busy" && !answer);
  }

  /** Shows the groups, or suggestions if there are none. */
  #replace(): void {
    const { model, say } = this.#context;
    const { groups, answer } = model;
    const hadFocus = this.#hasFocus;
    const shown = groups.map((page) => this.#group(page));
    const isNothing = answer !== undefined && groups.length === 0 && failureNote(answer, say) === "";
    if (isNothing && answer.suggestions.length > 0) {
      shown.push({ title: suggestionsTitle(answer, say), rows: answer.suggestions.map(suggestionRow) });
    }
    this.#showCorrection(answer);
    this.filters.update();
    void this.#showNext(isNothing || answer?.fit !== undefined);
    this.list.replace(shown);
    this.#showOffer();
    this.#preview.show(undefined);
    const hit = groups[0]?.hits[0];
    if (hit) this.preview({ hit });
    this.hand.update();
    this.#showNotes();
    if (hadFocus && !this.#hasFocus) this.onFocusLost();
  }

  /** That the hits are not close; what was searched for instead of what was asked, with a way to what was asked. */
  #showCorrection(answer: Answer | undefined): void {
    const { model, say } = this.#context;
    const { scope, fellBack } = model.selection;
    const above = answer ? aboveHits(answer, say) : "";
    const widened = scope && fellBack ? say("fellBack", { version: scope.version }) : "";
    setText(this.#correction, [widened, above].filter(Boolean).join(" "));
    if (!answer?.hits.length || answer.corrections.length === 0) return;
    const typed = typedWords(answer.corrections, say);
    const button = element("button", "link", say("searchInstead", { typed }));
    button.addEventListener("click", () => this.onSearch(asTyped(answer.query, answer.corrections)));
    this.#correction.append(" ", button);
  }

  /** What a late answer says: that it begins otherwise, or that no hit is close. */
  #showOffer(): void {
    const { model, say } = this.#context;
    const { better, answer } = model;
    const isWeak = answer?.fit !== undefined && this.list.size > 0;
    // The sentence of an answer that has its place at once is in a line of its own.
    this.#lateFit.textContent = isWeak && this.#correction.hidden ? say("weakFit") : "";
    this.#offer.hidden = this.list.size === 0 && !better;
    this.#better.style.visibility = better ? "" : "hidden";
  }

  /** What few answers need is in a script of its own. */
  async #showNext(isUnfit: boolean): Promise<void> {
    const { model } = this.#context;
    const { answer } = model;
    // Removed, not only hidden: a hidden button loses the focus too late for its place to be taken.
    this.#next.replaceChildren();
    this.#next.hidden = true;
    if (!isUnfit && !answer?.related) return;
    const loaded = await loadNextSteps().catch(() => undefined);
    if (!loaded || answer !== model.answer) return;
    this.#next.replaceChildren(...loaded.nextSteps(this.#context, isUnfit, this.onSearch));
    this.#next.hidden = this.#next.childElementCount === 0;
  }

  #showNotes(): void {
    const { model, say, settings } = this.#context;
    const { answer, error, status } = model;
    const lost = answer ? failureNote(answer, say) : error ? say("unavailable") : "";
    const failure = status === "offline" ? say("offline") : lost;
    const good = failure === "" ? answer : undefined;
    const note = good ? degradedNote(good, settings().encoderIsOff, say) : "";
    this.#setFailure(failure, answer ? failureReason(answer) : error?.message);
    setText(this.#message, good && this.list.size === 0 ? emptyNote(good, say) : "");
    this.#setNote(note, answer?.degraded?.map(({ message }) => message).join("\n"));
    this.live.say(good ? `${aboveHits(good, say)} ${countNote(good, say)} ${note}` : failure);
  }

  /** Asks for more hits before the reader has seen all. */
  #moreIfNear(): void {
    const { model, isShown } = this.#context;
    const { scrollTop, scrollHeight, clientHeight } = this.list.element;
    if (scrollTop > 0 && scrollTop + 2 * clientHeight > scrollHeight && isShown() && model.hasMore)
      void model.more();
  }

  /** A failure with a retry button; empty to hide. `reason`, its tooltip, is for the author of the page. */
  #setFailure(text: string, reason = ""): void {
    if (reason && reason !== this.#failure.title) complain(reason);
    this.#failure.title = reason;
    this.#failureText.textContent = text;
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

  #group(page: PageGroup): Group {
    const { say } = this.#context;
    const title = versioned(page);
    const repeatsTitle = page.hits[0]?.heading.toLowerCase() === title.toLowerCase();
    return { title, repeatsTitle, rows: page.hits.flatMap((hit) => hitRows(hit, say)) };
  }
}

/** An empty element is hidden. */
function setText(target: HTMLElement, text: string): void {
  target.textContent = text;
  target.hidden = text === "";
}
