/** A query in all modes, side by side. */

import { splitAtHighlights } from "../src/ui/results/highlight.js";
import type { JsonAnswer, JsonHit } from "./command-json.js";
import type { Mode, Pinned } from "../src/generated/search.js";
import { button, html, pageLink, short } from "./elements.js";
import { bar, details, legend } from "./explanation.js";
import { type AnswerOfMode, ask, type Index, type Parameters, type SideBySide } from "./server.js";
import { Settings } from "./settings.js";

/** Waits after a key, so that a word is not asked letter by letter. */
const PAUSE_MS = 120;

/** Order of the columns: first what readers get. */
const ORDER: readonly Mode[] = ["hybrid", "lexical", "dense"];

/** What the view was asked, as the address has it. */
export interface Asked {
  readonly q: string;
  readonly language: string;
  readonly set: readonly string[];
}

export class QueryView {
  readonly element: HTMLElement;
  readonly #settings: Settings;
  readonly #input = html("input", {
    type: "search",
    id: "query",
    placeholder: "A query",
    autocomplete: "off",
    spellcheck: "false",
    enterkeyhint: "search",
  });
  readonly #language = html("select", { id: "language", "aria-label": "Language" });
  readonly #limit = html("select", { "aria-label": "Hits of each mode" });
  readonly #results = html("div.results", { "aria-busy": "false" });
  /** What screen readers say of an answer. */
  readonly #status = html("p.unseen", { role: "status" });
  readonly #told: (asked: Asked) => void;
  #request: AbortController | undefined;
  #timer = 0;
  /** Places of the hits with the index's own settings, by mode and address, and the query they belong to. */
  #own: { readonly of: string; readonly ranks: ReadonlyMap<string, number> } | undefined;
  /** Addresses of hits whose explanation is open. */
  readonly #open = new Set<string>();

  /** `told` gets what was asked, to keep it in the address. */
  constructor(told: (asked: Asked) => void) {
    this.#told = told;
    this.#settings = new Settings(() => this.#soon());
    for (const count of [5, 10, 20, 50]) this.#limit.append(html("option", {}, String(count)));
    this.#limit.value = "10";
    this.#input.addEventListener("input", () => this.#soon());
    for (const choice of [this.#language, this.#limit])
      choice.addEventListener("change", () => this.#soon(0));
    const form = html(
      "form.query",
      { role: "search" },
      html("label.unseen", { for: "query" }, "Query"),
      this.#input,
      this.#language,
      html("label", {}, this.#limit, " hits"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#soon(0);
    });
    this.element = html("div.queries", {}, form, this.#settings.element, this.#results, this.#status);
  }

  get asked(): Asked {
    return { q: this.#input.value.trim(), language: this.#language.value, set: this.#settings.tried };
  }

  /** Shows an index and what the address asks; `undefined`: what was asked last. */
  show(index: Index, asked: Asked = this.asked): void {
    const names = index.languages.map(({ language }) => language);
    this.#language.replaceChildren(
      ...names.map((name, at) => html("option", { value: at === 0 ? "" : name }, name)),
    );
    this.#language.value = names.includes(asked.language) ? asked.language : "";
    this.#language.hidden = names.length < 2;
    if (asked.q !== this.#input.value.trim()) this.#input.value = asked.q;
    this.#settings.show(index.settings, asked.set);
    this.#own = undefined;
    this.#soon(0);
  }

  focus(): void {
    this.#input.focus();
  }

  #soon(pause: number = PAUSE_MS): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#results.setAttribute("aria-busy", "true");
    this.#timer = window.setTimeout(() => void this.#ask(), pause);
  }

  async #ask(): Promise<void> {
    const { asked } = this;
    this.#told(asked);
    this.#request = new AbortController();
    const { signal } = this.#request;
    if (asked.q === "") {
      this.#results.setAttribute("aria-busy", "false");
      this.#results.replaceChildren(
        html("p.empty", {}, "Type a query: each mode answers in a column of its own."),
      );
      return;
    }
    const { q, language, set } = asked;
    const limit = this.#limit.value;
    try {
      const found = await ask<SideBySide>("query", { q, language, set, limit }, signal);
      const before = set.length > 0 ? await this.#ownRanks({ q, language, limit }, signal) : undefined;
      if (!signal.aborted) this.#render(found, before);
    } catch (error) {
      if (signal.aborted) return;
      this.#results.replaceChildren(html("p.failure", { role: "alert" }, (error as Error).message));
    } finally {
      if (!signal.aborted) this.#results.setAttribute("aria-busy", "false");
    }
  }

  /** The places of hits without the settings tried. */
  async #ownRanks(asked: Parameters, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const of = JSON.stringify(asked);
    if (this.#own?.of !== of) {
      const { modes } = await ask<SideBySide>("query", asked, signal);
      const ranks = new Map<string, number>();
      for (const { mode, answer } of modes) {
        answer.hits.forEach(({ url }, at) => ranks.set(`${mode} ${url}`, at + 1));
      }
      this.#own = { of, ranks };
    }
    return this.#own.ranks;
  }

  #render({ modes }: SideBySide, before: ReadonlyMap<string, number> | undefined): void {
    const columns = ORDER.flatMap((wanted) => {
      const found = modes.find(({ mode }) => mode === wanted);
      return found ? [this.#column(found, before)] : [];
    });
    const all = modes.flatMap(({ answer }) => answer.hits);
    this.#status.textContent = modes
      .map(({ mode, answer }) => `${mode}: ${answer.hits.length} hits`)
      .join(", ");
    const hybrid = modes.find(({ mode }) => mode === "hybrid")?.answer;
    this.#results.replaceChildren(
      ...(hybrid ? [aboutQuery(hybrid)] : []),
      legend(all),
      html("div.columns", {}, ...columns),
    );
  }

  #column(
    { mode, answer, pinned, took_ms }: AnswerOfMode,
    before: ReadonlyMap<string, number> | undefined,
  ): HTMLElement {
    const longest = Math.max(...answer.hits.map(({ score }) => score), 0);
    const hits = answer.hits.map((hit, at) => {
      const was = before?.get(`${mode} ${hit.url}`);
      return this.#hit(hit, mode, longest, before ? moved(at + 1, was) : undefined);
    });
    const notes = [
      ...answer.corrections.map(({ from, to }) => `“${from}” taken for “${to}”`),
      ...(answer.degraded ?? []).map(({ retriever, message }) => `without ${retriever}: ${message}`),
      ...(answer.hits.length === 0 ? ["nothing found"] : []),
      ...answer.suggestions.map(({ text }) => `did you mean: ${text}`),
    ];
    return html(
      "section.column",
      { "aria-label": mode },
      html("h2", {}, mode, html("small", {}, `${answer.total} ranked, ${took_ms.toFixed(1)} ms`)),
      ...notes.map((note) => html("p.note", {}, note)),
      ...pinned.map(pinnedNote),
      html("ol", {}, ...hits),
    );
  }

  #hit(hit: JsonHit, mode: Mode, longest: number, change: HTMLElement | undefined): HTMLElement {
    const key = `${mode} ${hit.url}`;
    const item = html("li.hit", {});
    const link = pageLink(hit.url, hit.heading || hit.title);
    const above = [hit.title, ...hit.path].filter((name) => name !== hit.heading);
    const excerpt = splitAtHighlights(hit.excerpt, hit.highlights).map(({ text, marked }) =>
      marked ? html("mark", {}, text) : text,
    );
    const why = html("details.why", { open: this.#open.has(key) }, html("summary", {}, bar(hit, longest)));
    const fill = () => {
      if (why.open && why.childElementCount === 1) why.append(details(hit));
    };
    why.addEventListener("toggle", () => {
      if (why.open) this.#open.add(key);
      else this.#open.delete(key);
      fill();
    });
    fill();
    item.append(
      html("div.line", {}, link, change ?? "", html("span.score", {}, short(hit.score))),
      html("div.above", {}, [...new Set(above)].join(" › "), hit.version ? ` [${hit.version}]` : ""),
      html("p.excerpt", {}, ...excerpt),
      why,
    );
    // The same section in the other columns.
    const mark = (on: boolean) => {
      for (const other of this.#results.querySelectorAll<HTMLElement>(".hit")) {
        other.classList.toggle("same", on && other !== item && other.dataset["url"] === hit.url);
      }
    };
    item.dataset["url"] = hit.url;
    for (const event of ["pointerenter", "focusin"]) item.addEventListener(event, () => mark(true));
    for (const event of ["pointerleave", "focusout"]) item.addEventListener(event, () => mark(false));
    return item;
  }
}

/** How a hit's place has changed by the settings tried. */
function moved(rank: number, was: number | undefined): HTMLElement {
  if (was === undefined) return html("span.moved.new", { title: "not among the hits before" }, "new");
  if (was === rank) return html("span.moved", { title: "the place it had" }, "=");
  const text = was > rank ? `▲ ${was - rank}` : `▼ ${rank - was}`;
  return html(was > rank ? "span.moved.up" : "span.moved.down", { title: `was in place ${was}` }, text);
}

/** What the engine takes the query for. */
function aboutQuery({ intent, fit, closeness }: JsonAnswer): HTMLElement {
  const number = (value: number | null | undefined) => (value == null ? "unknown" : short(value, 3));
  const facts: [string, string][] = [];
  if (intent) {
    facts.push(["kind", `${intent.kind} (${intent.why.join(", ")})`], ["looked up", intent.lexical]);
    if (intent.sides.length > 0) facts.push(["sides", intent.sides.join(" | ")]);
  }
  if (closeness) {
    const { words, similarity } = closeness;
    const weak = fit ? "weak: " : "";
    facts.push(["fit", `${weak}words ${number(words)}, similarity ${number(similarity)}`]);
  }
  const items = facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]);
  return html("dl.about", {}, ...items);
}

/** What a rule shows, and which one. */
function pinnedNote({ url, title, note, explanation }: Pinned): HTMLElement {
  const { rule, match, query, similarity } = explanation;
  const near = similarity === undefined ? "" : `, similarity ${short(similarity, 3)}`;
  return html(
    "p.note.pinned",
    {},
    "pinned: ",
    url === undefined ? (note ?? "") : pageLink(url, title ?? note ?? url),
    url !== undefined && title !== undefined && note !== undefined ? ` · ${note}` : "",
    html("small", {}, ` rule ${rule + 1}, ${match}: “${query}”${near}`),
  );
}

/** A button that leads to a query. */
export function queryButton(text: string, go: (query: string) => void): HTMLButtonElement {
  return button(text, () => go(text), { class: "link" });
}
