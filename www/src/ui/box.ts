/** The user interface of `<docfuse-search>`: its model, its results, and what the reader's keys and clicks do. */

import type { Answer } from "../shared/protocol.js";
import { dispatch } from "./dispatch.js";
import { draw } from "./drawings.js";
import { element } from "./element.js";
import { parseFilters } from "./filters/parse.js";
import { SearchHistory } from "./history.js";
import { footer } from "./footer.js";
import { handleKeys } from "./keys.js";
import type { Change } from "./changes.js";
import { SearchModel } from "./model.js";
import { pageVersion } from "./page-version.js";
import { narrowPage } from "./page-width.js";
import { Panel } from "./panel.js";
import { PastList } from "./results/past-list.js";
import { TEXT_LENGTH } from "./results/section-text.js";
import { ResultsView } from "./results/view.js";
import { RESULTS_STYLE } from "./results/style.js";
import { leave, leaving } from "./return/leave.js";
import type { Place } from "./search-source.js";
import { readSettings, type Settings } from "./settings.js";
import type { BoxInterface, Shell } from "./shell/shell.js";
import { languageAround } from "./shell/page-language.js";
import type { Surface } from "./shell/surface.js";
import { complain, Speech } from "./strings/speech.js";

export async function attachBox(shell: Shell): Promise<BoxInterface> {
  const speech = new Speech();
  await speech.follow(languageAround(shell.host), readSettings(shell.host, shell.config()));
  return new Box(shell, speech);
}

class Box implements BoxInterface {
  readonly #shell: Shell;
  readonly #speech: Speech;
  readonly #model: SearchModel;
  readonly #past: PastList;
  readonly #view: ResultsView;
  readonly #surface: Surface;
  readonly #busy = element("div", "busy");
  /** Empties the input of the dialog. */
  readonly #clear = element("button", "clear");
  /** The last line. */
  readonly #bottom = element("div", "bottom");
  readonly #listening = new AbortController();
  /** The attribute `filters` that was read last. */
  #filters: string | undefined;
  /** The answer about which the page was told last. */
  #told: Answer | undefined;
  /** Gives the page behind the dialog its width back. */
  #widen: (() => void) | undefined;
  /** Where the reader was in a search that comes back, until it is there. */
  #place: Place | undefined;

  constructor(shell: Shell, speech: Speech) {
    this.#shell = shell;
    this.#speech = speech;
    const { host, frame, connection } = shell;
    const { input, dialog } = frame;
    this.#model = new SearchModel(connection, () => {
      const { limit, maxPerPage, match, sort, version } = this.#settings;
      return {
        limit,
        maxPerPage,
        match,
        sort,
        version: version ?? pageVersion(document),
        textLength: TEXT_LENGTH,
      };
    });
    shell.adopt(RESULTS_STYLE);
    this.#past = new PastList(() => this.#history, speech.say, host, dialog !== undefined);
    this.#past.onChoose = (query) => this.#search(query);
    this.#past.onLeave = () => input.focus();
    this.#view = new ResultsView({
      id: frame.id,
      model: this.#model,
      say: speech.say,
      host,
      settings: () => {
        const config = this.#settings;
        return { ...config, preview: config.preview && dialog !== undefined };
      },
      land: shell.land,
      isShown: () => this.#surface.isOpen,
    });
    this.#view.onSearch = (query) => this.#search(query);
    this.#view.onFocusLost = () => input.focus();
    this.#view.hand.onHandOver = () => this.#history?.add(this.#model.text);
    this.#view.skeleton.onAppear = () => {
      if (this.#hasFocus) this.#surface.open();
    };
    const { list } = this.#view;
    input.setAttribute("aria-controls", list.listbox.id);
    list.onSelect = () => this.#nameActive();
    this.#surface = dialog ?? this.#panel();
    this.#surface.onToggle = () => this.#onToggle();
    if (dialog) {
      dialog.body.tabIndex = -1; // no tab stop, as some browsers make scrollable elements
      dialog.body.replaceChildren(this.#busy, this.#past.element, ...this.#view.elements);
      dialog.element.append(this.#bottom, this.#view.live.element);
      this.#clear.append(draw("clear"));
      this.#clear.addEventListener("mousedown", (event) => event.preventDefault()); // a phone's keyboard stays
      this.#clear.addEventListener("click", () => this.#empty());
      input.after(this.#clear);
      list.element.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the input
    }
    this.configure();
    const { signal } = this.#listening;
    input.addEventListener("focus", () => this.#reopen(), { signal });
    // Also during composition: phone keyboards compose every word until it ends.
    input.addEventListener("input", () => this.#onInput(), { signal });
    const keyed = {
      input,
      list,
      model: this.#model,
      surface: this.#surface,
      reopen: () => this.#reopen(),
      clear: () => this.#empty(),
      enterPast: () => this.#past.focusFirst(),
    };
    const within: HTMLElement = dialog?.element ?? frame.root;
    const near = () => this.#view.moreIfNear();
    within.addEventListener("scroll", near, { signal, passive: true, capture: true });
    handleKeys(within, keyed, signal);
    // Before a link's own listeners, by which an app may change the address.
    within.addEventListener("click", (event) => this.#onClick(event), { signal, capture: true });
    this.#view.retry.addEventListener("click", () => input.focus(), { signal });
    host.addEventListener("focusout", () => this.#onFocusOut(), { signal });
    // The event may come before the network.
    const online = () => this.#model.status === "offline" && void this.#model.retry(3);
    window.addEventListener("online", online, { signal });
    this.#model.subscribe((change) => this.#onChange(change));
    this.#rename();
    this.#onChange({ type: "status" });
    if (this.#surface.isOpen) this.#narrow();
    if (input.value !== "") this.#onInput();
    else if (this.#hasFocus || this.#surface.isOpen) this.#reopen();
  }

  configure(): void {
    const config = this.#settings;
    const { filters } = config;
    if (filters !== this.#filters) {
      this.#filters = filters;
      this.#model.selection.start(parseFilters(filters, complain));
      void this.#model.ask();
    }
    void this.#speech.follow(languageAround(this.#shell.host), config).then((changed) => {
      if (changed) this.#rename();
    });
  }

  #rename(): void {
    const { say } = this.#speech;
    this.#shell.rename(say("search"));
    const { dialog } = this.#shell.frame;
    if (dialog) {
      dialog.closeText.textContent = say("close");
      this.#clear.ariaLabel = say("clear");
      this.#bottom.replaceChildren(this.#view.hand.element, this.#view.offer, footer(say));
    }
    this.#view.configure();
  }

  reset(): void {
    const { isConnected } = this.#shell.host;
    const goesOn = isConnected && (this.#surface.isOpen || this.#model.isAsking);
    this.#model.reset();
    this.configure();
    if (!this.#shell.frame.dialog) this.#surface.close();
    if (goesOn) void this.#model.ask();
  }

  close(): void {
    this.#model.cancel();
    this.#surface.close();
  }

  end(): void {
    this.#listening.abort();
    this.#surface.close();
    this.#view.end();
    this.#model.end();
  }

  /** The attributes as they are now. */
  get #settings(): Settings {
    const { host, config } = this.#shell;
    return readSettings(host, config());
  }

  get #input(): HTMLInputElement {
    return this.#shell.frame.input;
  }

  /** A panel below the input. */
  #panel(): Panel {
    const panel = new Panel(this.#input);
    this.#bottom.append(this.#view.hand.element, this.#view.offer);
    panel.element.append(this.#past.element, ...this.#view.elements, this.#bottom);
    panel.element.addEventListener("mousedown", (event) => {
      // The input keeps the focus, so the panel stays open until the click.
      if (!(event.target instanceof Element && event.target.closest("button, select, summary, .preview")))
        event.preventDefault();
    });
    this.#shell.frame.root.append(this.#busy, panel.element, this.#view.live.element);
    return panel;
  }

  #onToggle(): void {
    if (this.#surface.isOpen) {
      this.#narrow();
      this.#model.renew();
    } else {
      this.#widen?.();
      this.#view.list.select(-1);
      this.#model.cancel();
    }
    this.#expand();
  }

  #narrow(): void {
    if (this.#shell.frame.dialog) this.#widen = narrowPage();
  }

  /** Shows the answer to the current text, or sends the query. */
  #reopen(): void {
    const model = this.#model;
    if (this.#past.update(model.isEmpty)) this.#surface.open();
    if (model.isEmpty) return model.look();
    if (model.isCurrent) this.#surface.open();
    else void model.ask();
  }

  #onInput(): void {
    const { host } = this.#shell;
    const [chosen, place, seen] = host.returned ?? [];
    host.returned = undefined;
    this.#place = place;
    if (!chosen) return this.#model.type(this.#input.value);
    this.#model.choose(chosen);
    void this.#model.search(this.#input.value, seen);
  }

  #empty(): void {
    this.#input.value = "";
    this.#input.focus();
    this.#onInput();
  }

  #onChange(change: Change): void {
    const model = this.#model;
    this.#busy.hidden = model.status !== "busy";
    if (change.type === "typed" || change.type === "cleared") this.#past.update(model.isEmpty);
    const { dialog } = this.#shell.frame;
    if (!dialog) {
      const isNews = (change.type === "replaced" && !change.late) || change.type === "failed";
      if (isNews && this.#hasFocus) this.#surface.open();
      if (change.type === "cleared" && this.#past.element.hidden) this.#surface.close();
    }
    if (change.type === "replaced" && this.#place) {
      this.#view.list.place = this.#place;
      this.#place = undefined;
    }
    this.#expand();
    const { answer } = model;
    if (answer && answer !== this.#told) {
      this.#told = answer;
      dispatch(this.#shell.host, "docfuse-answer", answer);
    }
  }

  /** Searches for a text that the reader chose. */
  #search(text: string): void {
    this.#input.value = text;
    this.#input.focus();
    void this.#model.search(text);
  }

  /** What the reader searched for before; none if the author switched it off. */
  get #history(): SearchHistory | undefined {
    return SearchHistory.of(this.#shell.connection.base, this.#settings.recent);
  }

  get #hasFocus(): boolean {
    return this.#shell.root.activeElement !== null;
  }

  #expand(): void {
    const expanded = this.#surface.isOpen && this.#view.list.size > 0;
    this.#input.ariaExpanded = String(expanded);
  }

  #nameActive(): void {
    const { list } = this.#view;
    this.#view.previewNext();
    const id = list.activeOption?.id;
    if (id) this.#input.setAttribute("aria-activedescendant", id);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  /** A link to a hit or to any other page leaves the box, unless it opens another tab. */
  #onClick(event: MouseEvent): void {
    const link = (event.target as Element).closest("a");
    if (!link) return;
    const { text } = this.#model;
    const item = this.#view.itemAt(event);
    if (item && "suggestion" in item && item.suggestion.href === undefined) {
      this.#search(item.suggestion.text);
      return;
    }
    this.#history?.add(text);
    const { host } = this.#shell;
    const left = leaving(host, this.#model, this.#view.list.place);
    if (item && "hit" in item && !dispatch(host, "docfuse-select", item.hit)) event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || link.target) return;
    if (link.href !== left[0] && text) leave(left);
    this.#surface.close();
  }

  #onFocusOut(): void {
    if (this.#shell.frame.dialog) return; // modal: the focus cannot leave
    // A button that disappears when it is used loses the focus too; what took its place gets it at once.
    setTimeout(() => {
      if (!this.#hasFocus) this.#surface.close();
    });
  }
}
