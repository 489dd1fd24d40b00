import type { FoundAnswer, Mode, Pinned } from "../types/generated/search.js";
import type { OpenOptions, Search, SiteOptions as SearchedSite } from "../types/exports.js";

export type { Pinned };
export type { OpenOptions, Search, SearchedSite };

/** Why something failed. */
export interface Failure {
  /**
   * `start`, `ended` or `protocol` where the command cannot be talked with; else a code of the protocol, such as
   * `params`, `input`, `settings` or `file`: docs/program.md.
   */
  readonly code: string;
  /** What was expected, what was found, and what to do. */
  readonly message: string;
}

/** A result, or why there is none. Both may be taken apart: `const { index, error } = await createIndex()`. */
export type Result<T> =
  | (T & { readonly error?: undefined })
  | ({ readonly [K in keyof T]?: undefined } & { readonly error: Failure });

/** What happens while a request is answered. */
export type Progress =
  | {
      readonly kind: "progress";
      readonly step: string;
      readonly done: number;
      readonly total: number;
    }
  /** What the command would print: a line of its summary, or a warning. */
  | { readonly kind: "line" | "note"; readonly text: string };

/** How the command is started. */
export interface CommandOptions {
  /** Path of a docfuse command; by default that of the package for this system. */
  readonly command?: string | undefined;
  /** Folder in which paths, and `docfuse.toml`, are looked up; by default the current one. */
  readonly cwd?: string | undefined;
  readonly onEvent?: ((event: Progress) => void) | undefined;
}

export type Settings = Readonly<Record<string, unknown>>;

export interface IndexOptions extends CommandOptions {
  /** What `docfuse.toml` would say. */
  readonly settings?: Settings | undefined;
  /** Path of a settings file; by default `docfuse.toml`, if there is one. */
  readonly config?: string | undefined;
  /** Folder of the encoder; by default the one that is installed. */
  readonly model?: string | undefined;
  /** Whether the index has vectors, for search by meaning; default true. */
  readonly dense?: boolean | undefined;
  /** Folder for what later builds reuse. */
  readonly cache?: string | undefined;
  /** Also make the scripts by which the box works in pages opened from a folder. */
  readonly offline?: boolean | undefined;
  /** Also make the lists of files for a service worker. */
  readonly precacheManifest?: boolean | undefined;
}

export interface Page {
  /** Address relative to the site's root, without `?` and `#`: `guide/`, `guide/setup`, `guide/setup.html`. */
  readonly url: string;
  readonly html: string;
}

export interface IndexRecord {
  /** Address of its page. */
  readonly url: string;
  readonly text: string;
  readonly title?: string | undefined;
  /** Place on the page, without `#`. */
  readonly anchor?: string | undefined;
  readonly filters?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** Keys to sort by. */
  readonly sort?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /** What hits show. */
  readonly meta?: Readonly<Record<string, string>> | undefined;
  /** Language tag, such as `pt-BR`. */
  readonly language?: string | undefined;
  /** 0 to 10; default 1. */
  readonly weight?: number | undefined;
  /** Distinct among records; by default the address. */
  readonly id?: string | undefined;
}

/** A page that is not in the index. */
export interface LeftOut {
  readonly path: string;
  /** Short and stable, such as `noindex`. */
  readonly reason: string;
  readonly message: string;
}

/** What was built. */
export interface Built {
  /** The language with the most pages first. */
  readonly languages: readonly {
    readonly language: string;
    readonly pages: number;
    readonly sections: number;
  }[];
  readonly leftOut: readonly LeftOut[];
  /** The lines that `docfuse build` prints. */
  readonly summary: readonly string[];
  readonly warnings: readonly string[];
}

export interface IndexFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Conditions that a page must meet, all of them. */
export interface Filters {
  readonly [name: string]: string | readonly string[] | readonly Filters[];
}

/** Options as of `Search.query` in the browser. */
export interface QueryOptions {
  readonly mode?: Mode | undefined;
  /** Default 10. */
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly textLength?: number | undefined;
  readonly maxPerPage?: number | undefined;
  readonly explain?: boolean | undefined;
  readonly prefix?: boolean | undefined;
  readonly minimumShouldMatch?: string | number | undefined;
  readonly match?: "all" | "best" | undefined;
  /** Names with a value or a list of them, or `any`, `all` and `none` with lists of such conditions. */
  readonly filters?: Filters | undefined;
  /** A key, and `:desc` for the largest values first. */
  readonly sort?: string | undefined;
  readonly version?: string | undefined;
  readonly facets?: boolean | undefined;
  readonly docAggregates?: boolean | undefined;
  readonly minScore?: number | undefined;
  readonly similarityThreshold?: number | undefined;
  /** For sites in several languages. */
  readonly language?: string | undefined;
}

/** The answer of `docfuse query --json`; addresses are relative to the site's root. */
export type Answer = Omit<FoundAnswer, "context" | "doc_aggregates"> & {
  readonly docAggregates: FoundAnswer["doc_aggregates"];
  readonly pinned?: readonly Pinned[];
};

/** Queries as in queries.yml: pages or sections of which each is an answer. */
export type Judged =
  | readonly {
      readonly query: string;
      readonly expect: string | readonly string[];
    }[]
  | Readonly<Record<string, string | readonly string[]>>;

/** The report of `docfuse eval --json`, with names as in JavaScript. */
export interface Report {
  /** By mode: means of measures such as `ndcg@10` and `success@1`, `weakFit`, and milliseconds as `p50Ms` and `p95Ms`. */
  readonly modes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly queries: readonly {
    readonly id: string;
    readonly text: string;
    /** By mode; `rank` is that of the first answer, from 1. */
    readonly modes: Readonly<Record<string, { readonly rank: number | null }>>;
  }[];
}

/** An index that is being made. Requests are answered in their order. */
export interface Index {
  /** Adds a page. A later one of the same address replaces it. */
  addHtml(page: Page): Promise<Result<{ readonly leftOut?: LeftOut | undefined }>>;
  addRecord(record: IndexRecord): Promise<Result<object>>;
  /** Puts a record into the place of the one with its id, which is its address by default, or behind all others. */
  replaceRecord(record: IndexRecord): Promise<Result<{ readonly replaced: boolean }>>;
  /** Removes a record by its id, or all of an address: its page and its records. What was not named stays. */
  remove(
    what: { readonly id: string } | { readonly url: string },
  ): Promise<Result<{ readonly removed: number }>>;
  /** Adds the HTML files of a folder, which is at `at` below the site's root. */
  addFolder(
    path: string,
    options?: {
      readonly at?: string | undefined;
      readonly followLinks?: boolean | undefined;
    },
  ): Promise<Result<{ readonly files: number }>>;
  /** Writes the index of all that was added to a folder. */
  build(options: { readonly out: string }): Promise<Result<Built>>;
  /** The same in memory; resolves with the files of the folder. */
  buildFiles(): Promise<Result<Built & { readonly files: readonly IndexFile[] }>>;
  /** Asks the index that was built last. */
  query(text: string, options?: QueryOptions): Promise<Result<{ readonly answer: Answer }>>;
  /** Measures it on queries with known answers. */
  evaluate(
    queries: Judged,
    options?: {
      readonly mode?: "all" | "hybrid" | "lexical" | "dense" | "lexicon" | undefined;
      readonly language?: string | undefined;
    },
  ): Promise<Result<{ readonly report: Report }>>;
  /** What happens while requests are answered, from the first step of the iterator until the index is closed. */
  events(): AsyncGenerator<Progress, void, undefined>;
  /** Ends the command, after what was asked. */
  close(): Promise<void>;
}

/** Begins an index. */
export function createIndex(options?: IndexOptions): Promise<Result<{ readonly index: Index }>>;

/** The folder of an index: a path, or an absolute address. */
export type IndexFolder = string | URL;

/**
 * Opens an index as `open` of the package does, without a browser, and without the command; or several as one. Rejects
 * with `DocfuseError`. `close()` ends its thread, which keeps the program from ending.
 */
export function openIndex(
  base: IndexFolder | readonly (IndexFolder | SearchedSite)[],
  options?: Omit<OpenOptions, "base" | "worker">,
): Promise<Search>;

export interface SiteOptions extends CommandOptions {
  /** Options of `docfuse build`: `["--inject", "--no-dense"]`. */
  readonly options?: readonly string[] | undefined;
  /** What `docfuse.toml` would say. */
  readonly settings?: Settings | undefined;
}

/** Runs `docfuse build` on the built site in a folder. */
export function buildSite(site: string, options?: SiteOptions): Promise<Result<object>>;
