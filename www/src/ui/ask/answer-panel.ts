/**
 * The box's answer to a question: a panel above the hits, with a scroll bar of its own, so that they keep their place while
 * it is written. It asks nobody before the reader said so, and stops when another query takes its place.
 */

import { ask, askState, Conversation, type AskAnswer, type Source } from "../../ask/ask.js";
import { codeOf } from "../../ask/errors.js";
import type { Search } from "../../client/search.js";
import { dispatch } from "../dispatch.js";
import { element } from "../element.js";
import { keep } from "../landing/chosen-hit.js";
import { pageVersion } from "../page-version.js";
import type { ViewContext } from "../results/view.js";
import { adopt } from "../shell/stylesheet.js";
import { ENGLISH_ASK } from "../strings/en-ask.js";
import { speaker, type StringKey } from "../strings/strings.js";
import { boxChoice, type BoxChoice } from "./author-choice.js";
import ASK_STYLE from "./ask.css";
import { answerMarkdown } from "./copy.js";
import { hitsFirst } from "./hits-first.js";
import { MarkdownView } from "./markdown-view.js";
import { SentenceTeller } from "./sentence-teller.js";
import { sourceHit, trail } from "./source-link.js";

/** How long the button says what became of it. */
const SAID_MS = 2000;

const english = speaker(ENGLISH_ASK, "en");

/** Hosts to which the reader agreed to send, until the page is left. */
const agreed = new Set<string>();

type Box = HTMLElement & { open(): Promise<Search>; close(): void };

/** Fills `place`, the line above the hits, with the answer to the query of `context`. */
export function answer(context: ViewContext, place: HTMLElement): void {
  new AnswerPanel(context, place).start();
}

class AnswerPanel {
  readonly #context: ViewContext;
  readonly #box: Box;
  /** What scrolls: questions and answers. */
  readonly #scroller = element("div", "answer");
  /** Says where the answer is from, or what is to be decided. */
  readonly #note = element("p", "origin");
  readonly #tools = element("div", "tools");
  readonly #further = element("input", "further");
  readonly #teller = new SentenceTeller();
  readonly #conversation = new Conversation();
  readonly #ending = new AbortController();
  #writing: AbortController | undefined;
  #choice: BoxChoice | undefined;
  /** The last one, if it is whole. */
  #answer: AskAnswer | undefined;
  /** The question of the last one, if it was cut off. */
  #cut: string | undefined;
  /** Ticks until the first word. */
  #waiting: ReturnType<typeof setInterval> | undefined;

  constructor(context: ViewContext, place: HTMLElement) {
    this.#context = context;
    this.#box = context.host as unknown as Box;
    adopt(place.getRootNode() as ShadowRoot, ASK_STYLE);
    const name = this.#say("answer");
    Object.assign(this.#scroller, { role: "region", ariaLabel: name, tabIndex: 0 });
    this.#scroller.addEventListener("keydown", (event) => this.#onArrow(event));
    this.#note.id = "origin";
    this.#further.ariaLabel = this.#further.placeholder = this.#say("askFurther");
    this.#further.hidden = true;
    this.#further.addEventListener("keydown", (event) => this.#onKey(event));
    // The line comes back with the results of another query; while the reader types, nothing moves.
    const question = context.model.text;
    const line = [...place.childNodes];
    const stop = context.model.subscribe(({ type }) => {
      if (context.model.text === question || type === "typed" || type === "status") return;
      stop();
      this.#ending.abort();
      place.replaceChildren(...line);
    });
    const { signal } = this.#ending;
    signal.addEventListener("abort", () => this.#writing?.abort());
    // Nobody reads on in a box that is closed. What is to be decided waits.
    const onClosed = (event: Event) => {
      if ((event as ToggleEvent).newState !== "open" && this.#scroller.ariaBusy === "true")
        this.#writing?.abort();
    };
    for (const type of ["close", "toggle"])
      place.closest("dialog, [popover]")?.addEventListener(type, onClosed, { signal });
    const row = element("div", "row");
    row.append(this.#note, this.#tools);
    place.replaceChildren(this.#scroller, row, this.#further, this.#teller.element);
    // The panel below an input keeps the focus there; in here, text can be selected, and typed.
    place.onmousedown = (event) => event.stopPropagation();
    this.#scroller.focus(); // the button is gone
  }

  start(): void {
    void this.#ask(this.#context.model.text);
  }

  /** English comes in two parts, of which the interface has one. */
  readonly #say = (key: StringKey, values?: Record<string, string | number>): string =>
    this.#context.say(key, values) || english(key, values);

  /** `goOn`: with the last answer, to this question, which was cut off. */
  async #ask(question: string, goOn = false): Promise<void> {
    const writing = (this.#writing = new AbortController());
    const { signal } = writing;
    const turn = element("div", "turn");
    this.#answer = undefined;
    this.#cut = undefined;
    this.#teller.begin();
    const stop = () => writing.abort();
    const tellStop = () => this.#tell("", this.#button("askStop", stop));
    try {
      const choice = (this.#choice ??= boxChoice(this.#box));
      if (choice.host !== "" && !agreed.has(choice.host)) {
        await this.#agreed(choice.note || this.#say("askSends", { host: choice.host }), "answer", signal);
        agreed.add(choice.host);
      }
      tellStop();
      this.#scroller.ariaBusy = "true";
      const search = await this.#box.open();
      const state = await askState(choice.answerer, search.language);
      if (state === "downloadable") {
        await this.#agreed("", "askDownload", signal);
        tellStop();
      }
      await this.#write({ question, goOn }, search, turn, signal);
    } catch (error) {
      const isWritten = turn.querySelector(".text")?.hasChildNodes() ?? false;
      if (isWritten) this.#cut = question;
      if (!signal.aborted) this.#failed(error, () => void this.#ask(question, isWritten), isWritten);
      else this.#ended(isWritten);
    } finally {
      clearInterval(this.#waiting);
      this.#scroller.ariaBusy = "false";
      turn.classList.remove("writing");
    }
  }

  async #write(
    { question, goOn }: { readonly question: string; readonly goOn: boolean },
    search: Search,
    turn: HTMLElement,
    signal: AbortSignal,
  ): Promise<void> {
    const { model } = this.#context;
    const say = this.#say;
    const version = this.#box.getAttribute("version") ?? pageVersion(document);
    let sources: readonly Source[] = [];
    const view = new MarkdownView({
      language: search.language,
      noSource: say("askNoSource"),
      cite: (number, sentence) => {
        const source = sources.find((each) => each.number === number);
        return source && this.#link(source, sentence, `[${number}]`);
      },
    });
    const isFirst = this.#scroller.childElementCount === 0;
    turn.classList.add("writing");
    if (!isFirst && !goOn) turn.append(element("p", "question", question));
    turn.append(view.element);
    this.#scroller.append(turn);
    if (!isFirst) this.#scroller.scrollTop = turn.offsetTop;
    let text = "";
    const found: Pick<Search, "context" | "language"> = {
      language: search.language,
      context: async (...asked) => {
        await hitsFirst(model);
        signal.throwIfAborted();
        return search.context(...asked);
      },
    };
    /** Quarters of the download that were told. */
    let told = 0;
    const answering = ask(found, question, {
      answerer: this.#choice?.answerer ?? "browser",
      conversation: this.#conversation,
      goOn,
      signal,
      onThought: () => this.#wait("askThinking"),
      filters: model.selection.asked(model.text, version),
      version,
      onState: (state, progress) => {
        if (state !== "downloading" && progress === undefined) return;
        const percent = (progress ?? 0).toLocaleString(search.language || "en", { style: "percent" });
        this.#note.textContent = say("askDownloading", { percent });
        if ((progress ?? 0) * 4 < told) return;
        told += 1;
        this.#teller.say(this.#note.textContent);
      },
    });
    let isDue = false;
    const paint = (isWhole: boolean) => {
      isDue = false;
      view.update(text, sources.length, isWhole);
      this.#teller.hear(text, search.language, isWhole);
    };
    try {
      for await (const part of answering) {
        if (part.type === "sources") {
          ({ sources } = part);
          // Before a model is asked, which may be slow to say so.
          if (part.fit === "weak") view.element.before(element("p", "weak", say("askWeak")));
          this.#wait("askWaiting");
        } else if (part.type === "text") {
          text += part.text;
          clearInterval(this.#waiting);
          this.#note.textContent = "";
          if (!isDue) requestAnimationFrame(() => isDue && !signal.aborted && paint(false));
          isDue = true;
        } else {
          this.#answer = part.answer;
          if (part.answer.cut) this.#cut = question;
          paint(true);
          if (part.answer.refused) {
            view.element.append(element("p", "", say("askNothing")));
            this.#teller.say(say("askNothing"));
          }
          if (part.answer.sources.length > 0) turn.append(this.#list(part.answer));
        }
      }
    } finally {
      // What came before a failure, and waits for its frame.
      if (isDue && !signal.aborted) paint(false);
    }
    this.#ended(true);
    this.#teller.say(this.#note.textContent);
  }

  /** The cited sections, as a list. */
  #list({ sources, sentences }: AskAnswer): HTMLElement {
    const list = element("ul", "sources");
    list.ariaLabel = this.#say("askSources");
    for (const source of sources) {
      const item = element("li");
      const sentence = sentences.find(({ citations }) => citations.includes(source.number))?.text ?? "";
      item.append(`[${source.number}] `, this.#link(source, sentence, trail(source.breadcrumb)));
      list.append(item);
    }
    return list;
  }

  /** A link to a cited section, followed as that of a hit is. */
  #link(source: Source, sentence: string, name: string): HTMLAnchorElement {
    const link = element("a", "cite", name);
    link.href = source.href;
    link.title = trail(source.breadcrumb);
    const onOpen = (event: MouseEvent) => {
      const hit = sourceHit(source, sentence);
      const elsewhere = event.type !== "click" || event.ctrlKey || event.metaKey || event.shiftKey;
      if (event.type === "click" && !dispatch(this.#box, "docfuse-select", hit)) event.preventDefault();
      keep(hit, elsewhere);
      if (!elsewhere) this.#context.land();
    };
    for (const type of ["click", "auxclick", "contextmenu"] as const) link.addEventListener(type, onOpen);
    return link;
  }

  /** Waits until the reader presses a button with this sentence; rejects when the signal aborts. */
  #agreed(note: string, key: StringKey, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      const button = this.#button(key, () => resolve());
      button.setAttribute("aria-describedby", this.#note.id);
      this.#tell(note, button);
      button.focus();
    });
  }

  /** Says how long the first word has been waited for. */
  #wait(key: StringKey): void {
    clearInterval(this.#waiting);
    const since = performance.now();
    const tell = () => {
      const seconds = Math.round((performance.now() - since) / 1000);
      this.#note.textContent = this.#say(key, { seconds });
    };
    this.#waiting = setInterval(tell, 1000);
    tell();
  }

  /** `isWritten`: whether there is anything to be checked. */
  #ended(isWritten = false): void {
    const host = this.#choice?.host ?? "";
    const copy = this.#answer && !this.#answer.refused ? [this.#copyButton(this.#answer)] : [];
    const from = isWritten ? this.#say(host === "" ? "askDevice" : "askServer", { host }) : "";
    const cut = this.#cut;
    if (cut === undefined) this.#tell(from, ...copy);
    else
      this.#tell(
        `${this.#say("askCut")} ${from}`,
        this.#button("askGoOn", () => void this.#ask(cut, true)),
        ...copy,
      );
    this.#further.hidden = false;
  }

  #failed(error: unknown, retry: () => void, isCut: boolean): void {
    console.warn(`docfuse: no answer: ${String(error)}`);
    const again = codeOf(error) === "unavailable" ? [] : [this.#button(isCut ? "askGoOn" : "retry", retry)];
    const told = this.#say(isCut ? "askCut" : "askFailed");
    this.#tell(`${told} (${String((error as Error)?.message ?? error)})`, ...again);
    this.#teller.say(told);
  }

  #tell(note: string, ...tools: HTMLElement[]): void {
    const hadFocus = this.#tools.matches(":focus-within");
    this.#note.textContent = note;
    this.#tools.replaceChildren(...tools);
    if (hadFocus) this.#scroller.focus();
  }

  #button(key: StringKey, onClick: () => void): HTMLButtonElement {
    const button = element("button", "link", this.#say(key));
    button.addEventListener("click", onClick, { once: true });
    return button;
  }

  #copyButton(answer: AskAnswer): HTMLButtonElement {
    const button = element("button", "copy", this.#say("askCopy"));
    button.ariaLive = "polite";
    button.addEventListener("click", async () => {
      let told: StringKey = "copied";
      try {
        await navigator.clipboard.writeText(answerMarkdown(answer, this.#say));
      } catch {
        told = "notCopied"; // forbidden, or the page is not served securely
      }
      button.textContent = this.#say(told);
      setTimeout(() => (button.textContent = this.#say("askCopy")), SAID_MS);
    });
    return button;
  }

  /** What does not fit is scrolled; the keys of the box would move to its input. */
  #onArrow(event: KeyboardEvent): void {
    const { scrollHeight, clientHeight } = this.#scroller;
    if (event.key.startsWith("Arrow") && scrollHeight > clientHeight) event.stopPropagation();
  }

  /** The keys of the box would take the letters to its own input. */
  #onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" || event.key === "Tab") return;
    event.stopPropagation();
    const question = this.#further.value.trim();
    // 229: Enter chooses a candidate of an input method.
    if (event.key !== "Enter" || event.keyCode === 229 || question === "") return;
    event.preventDefault();
    this.#further.value = "";
    this.#further.hidden = true;
    this.#scroller.focus();
    void this.#ask(question);
  }
}
