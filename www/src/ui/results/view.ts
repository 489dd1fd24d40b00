/** The results of a model, with what is said about them: list, corrections, notes, failures, and the live region. */

import type { Answer } from "../../shared/protocol.js";
import { whenBrowsing } from "../browse/when-browsing.js";
import { element } from "../element.js";
import { HandMenu } from "../handover/hand-menu.js";
import { keepChosen } from "../landing/keep-chosen.js";
import type { Change } from "../changes.js";
import type { SearchModel } from "../model.js";
import { versioned } from "../page-version.js";
import { complain } from "../strings/speech.js";
import type { Say } from "../strings/strings.js";
import {
  aboveHits,
  asTyped,
  correctedQuery,
  countNote,
  emptyNote,
  failureNote,
  failureReason,
  missingNote,
} from "./answer-notes.js";
import { askLine, type AskLine } from "./ask-line.js";
import { FilterBar } from "./filter-bar.js";
import { withMarks } from "./highlight.js";
import { LiveRegion } from "./live-region.js";
import { ResultList, type Group } from "./list.js";
import { loadNextSteps } from "./load-next-steps.js";
import { hitRows, nameOf, suggestionRow, type Item } from "./option.js";
import { Preview } from "./preview.js";
import type { PageGroup } from "./result-groups.js";
import { Skeleton } from "./skeleton.js";

/** What the author chose about the results. */
export interface ViewSettings {
  /** Whether to show sections beside the list. */
  readonly preview: boolean;
  /** Folder of the index, if the element says it. */
  readonly base: string | undefined;
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
  readonly hand: HandMenu;
  readonly skeleton = new Skeleton();
  readonly retry = element("button", "retry");
  readonly live = new LiveRegion();
  /** Called when what had the focus is no longer shown. */
  onFocusLost: () => void = () => undefined;
  /** Called with another search that the reader chose. */
  onSearch: (query: string) => void = () => undefined;
  readonly #context: ViewContext;
  readonly #preview: Preview;
  /** Above the hits or in their place, and scrolls with them. */
  readonly #correction = element("div", "correction");
  readonly #main = element("div", "main");
  /** A line that has its place from the first paint: what is said there moves nothing. */
  readonly offer = element("div", "offer");
  /** To the best hit that came late. */
  readonly #missed = element("a", "link");
  readonly #ask: AskLine;
  readonly #message = element("div", "message");
  /** Below the list, where it moves nothing. */
  readonly #next = element("div", "nothing note");
  readonly #failure = element("div", "failure");
  readonly #note = element("div", "note");
  readonly #stop: () => void;

  constructor(context: ViewContext) {
    this.#context = context;
    const { id, model, say, host } = context;
    this.list = new ResultList(id, context.asLinks ?? false);
    this.filters = new FilterBar(model, say);
    this.hand = new HandMenu(model, host, say);
    this.#preview = new Preview(say);
    this.#ask = askLine(context);
    const list = this.list.element;
    for (const part of [this.#main, this.offer])
      keepChosen(part, (event) => this.itemAt(event), context.land);
    this.retry.addEventListener("click", () => void model.retry());
    list.prepend(this.#correction, this.#message);
    this.#main.append(list, this.#preview.element);
    const code = document.querySelector("code");
    if (code) this.#main.style.setProperty("--_code", getComputedStyle(code).fontFamily);
    this.#failure.append(element("p"));
    this.#note.append(element("span"));
    // Not "pointerover", which the browser also sends where the pointer rests and the list appears below it.
    list.addEventListener("pointermove", (event) => this.preview(this.list.itemAt(event)));
    this.#main.addEventListener("pointerleave", () => this.previewNext());
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
    const above = [this.filters, this.skeleton, this.#ask].map(({ element: part }) => part);
    return [...above, this.#main, this.#next, this.#failure, this.#note];
  }

  get #hasFocus(): boolean {
    const parts = [...this.elements, this.offer, this.hand.element];
    return parts.some((part) => part.matches(":focus-within"));
  }

  /** The number of groups in sight, and one more if what stands below them all is, and would move. */
  get #inSight(): number {
    if (this.list.size === 0) return Number(!this.#next.hidden);
    const { groups } = this.#context.model;
    const { inSight } = this.list;
    return inSight < groups.length || !this.#isEndInSight ? inSight : inSight + 1;
  }

  /** Whether a line with something to choose is in sight right below the list. */
  get #isEndInSight(): boolean {
    const { element: list, scroller } = this.list;
    const isOwn = scroller === list;
    if (isOwn && list.closest("dialog")) return false; // it fills the dialog, however long it is
    const end = isOwn ? innerHeight : Math.min(scroller.getBoundingClientRect().bottom, innerHeight);
    return [this.#next, this.#failure, this.#note].some((part) => {
      const { top, height } = part.getBoundingClientRect();
      return height > 0 && top < end;
    });
  }

  /** Says everything that stays in the language of now. */
  configure(): void {
    const { say } = this.#context;
    this.list.listbox.ariaLabel = say("results");
    this.retry.textContent = say("retry");
    this.filters.update();
    this.hand.update();
  }

  /** The item that an event's path leads to, in the list, beside or below it. */
  itemAt(event: Event): Item | undefined {
    const { missed } = this.#context.model;
    const hit = event.composedPath().includes(this.#missed) ? missed : this.#preview.hitAt(event);
    return hit ? { hit } : this.list.itemAt(event);
  }

  /** Shows the section of a hit beside the list, where there is room. */
  preview(item: Item | undefined): void {
    if (item && "hit" in item && this.#context.settings().preview) this.#preview.show(item.hit);
  }

  /** Shows the section of the hit that Enter opens. */
  previewNext(): void {
    const hit = this.#context.model.groups[0]?.hits[0];
    this.preview(this.list.activeItem ?? (hit && { hit }));
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
        void this.#ask.look();
        // Until its answer is there, Enter asks.
        this.list.element.classList.toggle("stale", !this.#context.model.isCurrent);
        return;
      case "status":
        return this.#showStatus();
      case "offered":
        this.#showOffer();
        this.#showNotes();
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
    this.list.listbox.ariaBusy = String(status === "busy");
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
      const [queries, sections] = [false, true].map((leads) =>
        answer.suggestions.filter(({ href }) => (href !== undefined) === leads).map(suggestionRow),
      );
      if (queries?.length) shown.push({ title: say("didYouMean"), rows: queries });
      if (sections?.length) shown.push({ title: say("nearest"), rows: sections });
    }
    this.#showCorrection(answer);
    this.filters.update();
    this.#ask.update();
    void this.#showNext(isNothing || answer?.fit !== undefined);
    this.list.element.classList.remove("stale");
    this.list.element.hidden = !answer; // Firefox applies `:has(:empty)` too late
    this.list.replace(shown);
    this.#showOffer();
    this.#preview.show(undefined);
    this.previewNext();
    this.hand.update();
    this.#showNotes();
    if (hadFocus && !this.#hasFocus) this.onFocusLost();
  }

  /** That the hits are not close; what was searched for instead of what was asked, with a way to what was asked. */
  #showCorrection(answer: Answer | undefined): void {
    const { model, say } = this.#context;
    const { scope, fellBack } = model.selection;
    const widened = scope && fellBack ? say("fellBack", { version: scope.version }) : "";
    const isCorrected = answer?.hits.length && answer.corrections.length > 0;
    const note = answer && !isCorrected ? aboveHits(answer, say) : "";
    setText(this.#correction, [widened, note].filter(Boolean).join(" "));
    if (!answer || !isCorrected) return;
    const { query, corrections } = answer;
    // The sentence around the query, of which the corrected words are marked.
    const [before, after] = say("corrected", { query: say("quoted", { text: "\n" }) }).split("\n");
    const parts = withMarks(correctedQuery(answer));
    const typed = say("quoted", { text: query });
    const button = element("button", "link", say("searchInstead", { typed }));
    button.addEventListener("click", () => this.onSearch(asTyped(query, corrections)));
    this.#correction.append(` ${before ?? ""}`, ...parts, `${after ?? ""} `, button);
    this.#correction.hidden = false;
  }

  /** What a late answer says: its best hit, or that none is close. Else the number of hits, where filters are used. */
  #showOffer(): void {
    const { model, say } = this.#context;
    const { missed, answer, selection } = model;
    // The sentence of an answer that has its place at once is in a line of its own.
    const isLateWeak = answer?.fit !== undefined && !this.#correction.textContent.includes(say("weakFit"));
    const count = answer && selection.isNarrow && !this.#context.asLinks ? countNote(answer, say) : "";
    // Of hits that are in sight, that none is close is the better news.
    const isNamed = missed !== undefined && !(isLateWeak && this.list.size > 0);
    this.offer.textContent = isNamed ? `${say("seeAlso")} ` : isLateWeak ? say("weakFit") : count;
    if (!isNamed) return;
    this.#missed.textContent = nameOf(missed);
    this.#missed.href = missed.href;
    this.offer.append(this.#missed);
  }

  /** What few answers need is in a script of its own. */
  async #showNext(isUnfit: boolean): Promise<void> {
    const { model } = this.#context;
    const { answer } = model;
    // Removed, not only hidden: a hidden button loses the focus too late for its place to be taken.
    this.#next.replaceChildren();
    this.#next.hidden = true;
    if (!isUnfit && !answer?.suggestions.length) return;
    const steps = await loadNextSteps()
      .then(({ nextSteps }) => nextSteps(this.#context, isUnfit, this.onSearch))
      .catch(() => []);
    if (answer !== model.answer) return;
    this.#next.replaceChildren(...steps);
    this.#next.hidden = this.#next.childElementCount === 0;
  }

  #showNotes(): void {
    const { model, say } = this.#context;
    whenBrowsing(model, ({ showPinned }) => showPinned(this.#message, this.#main, model));
    const { answer, error, status } = model;
    const lost = answer ? failureNote(answer, say) : error ? say("unavailable") : "";
    const failure = status === "offline" ? say("offline") : lost;
    const good = failure === "" ? answer : undefined;
    const note = good ? missingNote(good, say) : "";
    const reason = answer ? failureReason(answer) : error?.message;
    if (reason && reason !== this.#failure.title) complain(reason);
    this.#setLine(this.#failure, failure, reason);
    setText(this.#message, good?.hits.length === 0 ? emptyNote(good, say) : "");
    this.#setLine(this.#note, note, answer?.degraded?.map(({ message }) => message).join("\n"));
    const also = model.missed ? this.offer.textContent : "";
    this.live.say(good ? [...this.#said(good), note, also].filter(Boolean).join(" ") : failure);
  }

  /** What readers hear of an answer. That nothing is close comes behind another sentence, too. */
  #said(answer: Answer): string[] {
    const { say } = this.#context;
    const weak = answer.fit && answer.hits.length > 0 ? say("weakFit") : "";
    return [...new Set([aboveHits(answer, say), weak, countNote(answer, say)])];
  }

  /** Asks for more hits before the reader has seen all; to be called when the list, or what it is in, has scrolled. */
  moreIfNear(): void {
    const { model, isShown } = this.#context;
    const { scrollTop, scrollHeight, clientHeight } = this.list.scroller;
    if (scrollTop > 0 && scrollTop + 2 * clientHeight > scrollHeight && isShown() && model.hasMore)
      void model.more();
  }

  /** A line with a retry button below the list, where it moves nothing; empty to hide. `reason`, its tooltip, is for authors. */
  #setLine(line: HTMLElement, text: string, reason = ""): void {
    setText(line.firstElementChild as HTMLElement, text);
    line.title = reason;
    line.hidden = text === "";
    if (text !== "") line.append(this.retry);
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
