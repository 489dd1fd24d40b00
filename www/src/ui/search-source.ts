/** What a search model is given: where its queries go, and what they ask. */

import type { Search } from "../client/search.js";
import type { Answer, Hit } from "../shared/protocol.js";
import type { Filters } from "./filters/parse.js";
import type { PageGroup } from "./results/result-groups.js";

/** Where queries go; `Connection` is one. */
export interface Source {
  /** Another language than that of the page. */
  language: string | undefined;
  open(): Promise<Pick<Search, "language" | "languages" | "offers" | "query" | "site">>;
  typed(text: string): void;
  close(): void;
}

/** What a query asks besides its text; read for each query, since a page may change. */
export interface QuerySettings {
  /** Number of hits, also of each further page of them. */
  readonly limit: number;
  readonly maxPerPage: number;
  /** Words that a section must have; by default as the site says. */
  readonly match?: "all" | "best" | undefined;
  /** The order that a search begins with; by default that of the ranking. */
  readonly sort?: string | undefined;
  /** The reader's, several separated by commas; empty for none. */
  readonly version: string;
  /** Bytes of each section's text that come with its hit. */
  readonly textLength: number;
}

/** Where a reader is in the list: the number of the selected row, from 1, 0 for none; and how far it is scrolled. */
export type Place = readonly [selected: number, scrolled: number];

/** What a reader sees of a search. The hits of the answer are those of the groups. */
export type Seen = readonly [groups: readonly PageGroup[], answer: Answer, missed: Hit | undefined];

/** What a reader chose beside the text of a search. */
export type Choices = readonly [
  filters: Filters,
  allVersions: boolean,
  language: string | undefined,
  sort: string | undefined,
];
