/**
 * `SearchModel`: one search without its looks. It turns what is typed into queries, keeps what is shown, and tells its
 * subscribers; elements that share a model show the same search.
 *
 * What has been painted keeps its place. A late answer, by a retriever that was not there in time, goes on below what
 * the reader sees. Its order comes with the next key, or the next time that the list is opened; of a question, its best
 * new hit is named meanwhile.
 */

import { MAX_SHOWN_HITS } from "../generated/limits.js";
import type { Answer, Hit } from "../shared/protocol.js";
import { isLost, isOffline, type Change, type Status } from "./changes.js";
import { FilterSelection } from "./filters/selection.js";
import type { Choices, QuerySettings, Seen, Source } from "./search-source.js";
import { isQuestion } from "./results/question.js";
import { beginAlike, bestNew, groupByPage, groupNew, type PageGroup } from "./results/result-groups.js";

/** Pause between the last key and the query: two quick keys make one query, too short to notice. */
const DEBOUNCE_MS = 40;

export class SearchModel {
  readonly #source: Source;
  readonly settings: () => QuerySettings;
  readonly #subscribers = new Set<(change: Change) => void>();
  readonly #sights = new Set<() => number>();
  #typed = "";
  #status: Status = "idle";
  #groups: readonly PageGroup[] = [];
  #answer: Answer | undefined;
  /** A late answer that begins otherwise than what is shown. */
  #newer: Answer | undefined;
  #missed: Hit | undefined;
  /** What the search is narrowed to; a change counts from the next query on. */
  readonly selection = new FilterSelection();
  /** The text that `answer` answers. */
  #answered: string | undefined;
  /** Whether pages are listed without a text. */
  #browses = false;
  /** The index, once it is open. */
  opened: Awaited<ReturnType<Source["open"]>> | undefined;
  /** The order that the reader chose; empty for that of the ranking. */
  sort: string | undefined;
  /** The language that the reader chose. */
  #chosenLanguage: string | undefined;
  #language = "";
  #languages: readonly string[] = [];
  #error: Error | undefined;
  /** Whether a further page of hits was empty. */
  #complete = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Aborts the query that waits for its first answer. */
  #asking: AbortController | undefined;
  /** The newest query, also behind its first answer. */
  #newest: AbortController | undefined;
  #ended = false;

  constructor(source: Source, settings: () => QuerySettings) {
    this.#source = source;
    this.settings = settings;
  }

  /** Calls `listener` after each change, until the returned function is called. */
  subscribe(listener: (change: Change) => void): () => void {
    this.#subscribers.add(listener);
    return () => this.#subscribers.delete(listener);
  }

  /**
   * Adds a view, which tells how many of the first groups are in sight, and one more if what stands below them all is, and
   * would move. Returns a function that removes it.
   */
  addSight(inSight: () => number): () => void {
    this.#sights.add(inSight);
    return () => this.#sights.delete(inSight);
  }

  /** As typed, with blanks at the ends. */
  get typed(): string {
    return this.#typed;
  }

  /** What is searched for; empty for nothing. */
  get text(): string {
    return this.#typed.trim();
  }

  /** Whether nothing is asked for. */
  get isEmpty(): boolean {
    return !this.text && !this.#browses;
  }

  /** Opens the index, to know what it offers. */
  look(): void {
    this.#source.open().then(
      (search) => {
        this.opened = search;
        if (search.offers && this.isEmpty) this.#tell({ type: "cleared" });
      },
      () => undefined, // the first query tells
    );
  }

  /** The order of the list, which needs one without a text; empty for that of the ranking. */
  get order(): string {
    return (
      this.sort ?? this.settings().sort ?? (this.text ? "" : String(this.opened?.offers?.sort?.[0] ?? ""))
    );
  }

  /** What the reader chose beside the text. */
  get chosen(): Choices {
    return [...this.selection.chosen, this.#chosenLanguage, this.sort];
  }

  /** Takes what was chosen before. */
  choose([filters, allVersions, language, sort]: Choices): void {
    this.selection.start(filters, allVersions);
    this.sort = sort;
    this.#source.language = this.#chosenLanguage = language;
  }

  /** Asks anew, for pages if there is no text and they have an order. */
  narrow(): Promise<void> {
    this.#browses = !!this.opened?.offers?.sort;
    this.#tell({ type: "typed" });
    return this.ask();
  }

  get status(): Status {
    return this.#status;
  }

  /** What is shown, best page first. */
  get groups(): readonly PageGroup[] {
    return this.#groups;
  }

  /** The newest answer to the text that is shown. */
  get answer(): Answer | undefined {
    return this.#answer;
  }

  /** The best hit of a late answer, if it is not in sight. */
  get missed(): Hit | undefined {
    return this.#missed;
  }

  /** Shows the order of a late answer; to be called before the reader sees the list. */
  renew(): void {
    if (this.#newer) this.#show(this.#newer, true);
  }

  /** The language that was searched last, and all of the site; empty before the first query. */
  get language(): string {
    return this.#language;
  }

  get languages(): readonly string[] {
    return this.#languages;
  }

  /** Searches in another language of the site. */
  searchIn(language: string): Promise<void> {
    this.#source.language = this.#chosenLanguage = language;
    return this.ask();
  }

  /** Why the last query failed. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Whether a query is about to be sent, or waits for its first answer. */
  get isAsking(): boolean {
    return this.#timer !== undefined || this.#asking !== undefined;
  }

  /** Whether what is shown answers what is typed, in the version of the page: an app may have changed it. */
  get isCurrent(): boolean {
    return this.#answered === this.text && this.selection.version === this.settings().version;
  }

  /** The number of hits shown. */
  get shown(): number {
    return this.#groups.flatMap(({ hits }) => hits).length;
  }

  /** Whether `more` may find further hits. */
  get hasMore(): boolean {
    const found = this.#answer?.total ?? 0;
    return this.shown < Math.min(found, MAX_SHOWN_HITS) && !this.#complete && this.isCurrent;
  }

  /** Takes the text as it is while the reader types; the query follows after a short pause. */
  type(typed: string): void {
    this.#typed = typed;
    this.#browses = false;
    this.#tell({ type: "typed" });
    if (this.text === "") return this.clear();
    this.#source.typed(typed);
    this.#stopTimer();
    this.#timer = setTimeout(() => void this.ask(), DEBOUNCE_MS);
  }

  /** Takes the text and asks at once, or shows what was seen of it before. */
  search(text: string, seen?: Seen): Promise<void> {
    this.#typed = text;
    this.#tell({ type: "typed" });
    return this.ask(seen);
  }

  /** What the reader sees of this text; `undefined` while it is not answered, or if another version had to be asked. */
  get seen(): Seen | undefined {
    const { answer } = this;
    if (!answer || !this.isCurrent || this.selection.fellBack) return undefined;
    return [this.#groups, { ...answer, hits: [] }, this.#missed];
  }

  /** Asks for the current text, unless its answer was `seen`. Never rejects: a failure is a state. */
  async ask(seen?: Seen): Promise<void> {
    const { text } = this;
    if (this.isEmpty) return;
    const query = () => this.#query((late) => this.#take(text, late, true), seen);
    let answer = await query();
    // Not if the reader types on: the next query looks for itself.
    if (answer && answer.hits.length === 0 && text === this.text && !isLost(answer)) {
      this.selection.take(answer.facets);
      if (this.selection.fallBack(text)) answer = await query();
    }
    if (answer) this.#take(text, answer, false, seen);
  }

  /**
   * Adds the next page of hits below those shown. It asks for all of them again: the ranking may have changed meanwhile,
   * since the encoder came, and then a later page alone would repeat hits, or leave some out.
   */
  async more(): Promise<void> {
    const { text } = this;
    if (!this.hasMore || this.#asking) return;
    const before = this.shown;
    const wanted = before + this.settings().limit;
    const answer = await this.#query((late) => this.#take(text, late, true), undefined, wanted);
    if (!answer || this.#answered !== text) return;
    this.#goOn(this.#groups.length, answer.hits);
    this.#complete = this.shown === before;
    this.#setStatus("answered");
  }

  /** Drops the query that is pending or about to be sent, but not the late answer of an answered one. */
  cancel(): void {
    this.#stopTimer();
    if (!this.#asking) return;
    this.#asking.abort();
    this.#asking = undefined;
    this.#setStatus(this.#answer ? "answered" : "idle");
  }

  /** Forgets text and answer. */
  clear(): void {
    this.#typed = "";
    this.#browses = false;
    this.selection.take(null);
    this.#restart();
  }

  /** Forgets the answer and the language, not the text: another index is searched from now on. */
  reset(): void {
    this.#source.language = this.#chosenLanguage = undefined;
    this.#restart();
  }

  #restart(): void {
    this.cancel();
    this.#forget();
    this.#status = "idle";
    this.#tell({ type: "cleared" });
  }

  /** Opens the index anew, and asks again; after a failure up to so many `more` times, unless the reader types. */
  async retry(more = 0): Promise<void> {
    this.#source.close();
    this.#restart();
    await this.ask();
    if (more && (this.#error ?? this.#answer?.degraded))
      this.#timer = setTimeout(() => void this.retry(more - 1), 1000);
  }

  /** Drops everything, and tells nobody any more. */
  end(): void {
    this.#ended = true;
    this.cancel();
    this.#newest?.abort();
    this.#subscribers.clear();
  }

  /** The answer, with at least as many hits as are `wanted`; `undefined` if another query took its place, or if it failed. */
  async #query(onUpdate: (late: Answer) => void, seen?: Seen, wanted = 0): Promise<Answer | undefined> {
    this.#newest?.abort();
    this.#stopTimer();
    const asking = (this.#asking = this.#newest = new AbortController());
    const { signal } = asking;
    const { text } = this;
    this.#setStatus("busy");
    try {
      const search = (this.opened = await this.#source.open());
      signal.throwIfAborted();
      ({ language: this.#language, languages: this.#languages } = search);
      // A space after the last word completes it.
      const prefix = !/\s$/.test(this.#typed);
      const settings = this.settings();
      const filters = this.selection.asked(text, settings.version);
      const answer =
        seen?.[1] ??
        (await search.query(text, {
          ...settings,
          limit: Math.min(Math.max(wanted, settings.limit), MAX_SHOWN_HITS),
          sort: this.order || undefined,
          filters,
          facets: true,
          prefix,
          signal,
          onUpdate,
        }));
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      return undefined;
    } finally {
      if (this.#asking === asking) this.#asking = undefined;
    }
  }

  #take(text: string, answer: Answer, late: boolean, shown?: Seen): void {
    if (this.#ended || (late && this.#answered !== text)) return;
    if (!this.#asking) this.#status = isLost(answer) && isOffline() ? "offline" : "answered";
    this.#error = undefined;
    this.selection.take(answer.facets);
    this.#answered = text;
    const inSight = late ? Math.max(0, ...[...this.#sights].map((count) => count())) : 0;
    if (inSight === 0) return this.#show(answer, late, shown);
    const seen = this.#groups.slice(0, inSight);
    this.#newer = beginAlike(this.#groups, answer.hits) ? undefined : answer;
    // Of names and commands, the words know best.
    const isTold = this.#newer && (seen.length === 0 || isQuestion(text));
    this.#missed = isTold ? bestNew(seen, answer.hits) : undefined;
    // Below the hits, or in their place, something else to choose is in sight.
    if (inSight > this.#groups.length && groupNew(this.#groups, answer.hits).length > 0)
      return this.#tell({ type: "offered" });
    this.#answer = answer;
    this.#complete = false;
    this.#goOn(inSight, answer.hits);
  }

  #show(answer: Answer, late: boolean, seen?: Seen): void {
    this.#answer = answer;
    this.#newer = undefined;
    this.#missed = seen?.[2];
    this.#complete = false;
    this.#groups = seen?.[0] ?? groupByPage(answer.hits);
    this.#tell({ type: "replaced", late });
  }

  /** Shows the hits behind the first groups; in their place, suggestions may be kept. */
  #goOn(kept: number, hits: readonly Hit[]): void {
    const first = this.#groups.slice(0, kept);
    const groups = groupNew(first, hits);
    this.#groups = [...first, ...groups];
    this.#tell({ type: "continued", kept, groups });
  }

  #fail(error: unknown): void {
    if (this.#ended) return;
    this.#forget();
    this.#error = error instanceof Error ? error : new Error(String(error));
    this.#status = isOffline() ? "offline" : "failed";
    this.#tell({ type: "failed" });
  }

  #forget(): void {
    this.#groups = [];
    this.#answer = this.#newer = this.#missed = undefined;
    this.#answered = this.#error = undefined;
    this.#complete = false;
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #setStatus(status: Status): void {
    if (this.#status === status) return;
    this.#status = status;
    this.#tell({ type: "status" });
  }

  #tell(change: Change): void {
    for (const subscriber of [...this.#subscribers]) subscriber(change);
  }
}
