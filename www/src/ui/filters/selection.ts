/**
 * What a search is narrowed to: the filters that the reader chose, at first those of the author, and the version of the
 * page, until the reader looks into all versions.
 */

import { filterChips, toggled, type Facets, type FilterChips } from "./chips.js";
import type { Filters } from "./parse.js";

/** The filter that has the versions of a site. */
const VERSION = "version";

/** The version that a search is limited to, for a chip. */
export interface VersionScope {
  readonly version: string;
  /** Whether other versions are left out. */
  readonly applies: boolean;
}

export class FilterSelection {
  #chosen: Filters = {};
  #version = "";
  #allVersions = false;
  /** The text that found nothing in its version. */
  #fellBack: string | undefined;
  #chips: readonly FilterChips[] = [];
  #hasVersions = false;

  /** The author's filters, or those of a search that comes back, in place of all others. */
  start(filters: Filters, allVersions = this.#allVersions): void {
    this.#chosen = filters;
    this.#allVersions = allVersions;
    this.#chips = [];
  }

  /** The chosen filters, and whether all versions are searched. */
  get chosen(): readonly [Filters, boolean] {
    return [this.#chosen, this.#allVersions];
  }

  /** The version of the page at the last query. */
  get version(): string {
    return this.#version;
  }

  /** The filters of a query for `text` on a page of `version`, several separated by commas; empty for none. */
  asked(text: string, version: string): Filters {
    if (this.#fellBack !== text || version !== this.#version) this.#fellBack = undefined;
    this.#version = version;
    if (!this.#narrows) return this.#chosen;
    // Pages without version, such as a blog, are for readers of all.
    return { ...this.#chosen, [VERSION]: [...version.split(","), ""] };
  }

  /** Looks into all versions for this text, of which nothing is in the reader's. Returns whether that may help. */
  fallBack(text: string): boolean {
    if (!this.#narrows || !this.#hasVersions) return false;
    this.#fellBack = text;
    return true;
  }

  /** Takes the counts of a new answer. */
  take(facets: Facets | null): void {
    this.#hasVersions = facets?.[VERSION] !== undefined;
    const { [VERSION]: versions, ...others } = facets ?? {};
    const shown = this.#version === "" && versions ? { [VERSION]: versions, ...others } : others;
    this.#chips = filterChips(shown, this.#chosen, this.#chips);
  }

  get chips(): readonly FilterChips[] {
    return this.#chips;
  }

  /** `undefined` on a site without versions, and where the version is a filter that the author set. */
  get scope(): VersionScope | undefined {
    if (this.#version === "" || !this.#hasVersions || this.#chosen[VERSION]) return undefined;
    return { version: this.#version.split(",", 1)[0] ?? "", applies: this.#narrows };
  }

  /** Whether all versions are searched because there is nothing in the reader's. */
  get fellBack(): boolean {
    return this.#fellBack !== undefined;
  }

  /** Whether something that would be found may be left out. */
  get isNarrow(): boolean {
    return Object.keys(this.#chosen).length > 0 || (this.#narrows && this.#hasVersions);
  }

  toggle(name: string, value: string): void {
    this.#chosen = toggled(this.#chosen, name, value);
  }

  toggleVersion(): void {
    this.#allVersions = this.#narrows;
    this.#fellBack = undefined;
  }

  /** Leaves nothing out. */
  widen(): void {
    this.#chosen = {};
    this.#allVersions = true;
  }

  get #narrows(): boolean {
    const hasOwn = this.#version !== "" && !this.#chosen[VERSION];
    return hasOwn && !this.#allVersions && this.#fellBack === undefined;
  }
}
