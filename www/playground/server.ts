/** What the server answers, and how it is asked. */

import type { JsonAnswer } from "./command-json.js";
import type { Mode, Pinned } from "../src/generated/search.js";

/** The index: `api/index`. */
export interface Index {
  readonly index: string;
  readonly languages: readonly {
    readonly language: string;
    readonly pages: number;
    readonly sections: number;
    /** 0 without vectors. */
    readonly windows: number;
    readonly encoder: string;
  }[];
  readonly settings: readonly Setting[];
  readonly kinds: readonly {
    readonly kind: string;
    /** What such files hold. */
    readonly holds: string;
    readonly files: number;
    /** Bytes once decompressed; 0 if that is not known. */
    readonly raw: number;
    readonly stored: number;
  }[];
  /** Name of the file of queries; empty for none. */
  readonly queries: string;
}

/** A setting of the ranking. */
export interface Setting {
  readonly key: string;
  /** Value that the index was built with. */
  readonly value: number;
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

/** The answers of all modes: `api/query`. */
export interface SideBySide {
  readonly modes: readonly AnswerOfMode[];
}

export interface AnswerOfMode {
  readonly mode: Mode;
  readonly answer: JsonAnswer;
  readonly pinned: readonly Pinned[];
  readonly took_ms: number;
}

/** All pages: `api/pages`. */
export interface Pages {
  readonly pages: readonly PageLine[];
  readonly left_out: readonly { readonly file: string; readonly reason: string; readonly why: string }[];
  readonly without_text: readonly string[];
}

export interface PageLine {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly sections: number;
  readonly bytes: number;
}

/** A page as it was extracted: `api/page`. */
export interface Page {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly version: string;
  readonly filters: readonly (readonly [string, string])[];
  readonly meta: readonly (readonly [string, string])[];
  readonly links: number;
  readonly sections: readonly Section[];
  /** The word of a rule, and the text that it left out. */
  readonly left_parts: readonly (readonly [string, string])[];
}

export interface Section {
  readonly anchor: string;
  readonly heading: string;
  readonly path: readonly string[];
  readonly text: string;
  readonly source: "page" | "signature" | "headings" | "entry";
  readonly weight: number;
  readonly names: readonly (readonly [name: string, kind: string])[];
  readonly anchor_texts: readonly string[];
  readonly linking_pages: number;
  readonly also: readonly Place[];
  readonly other_editions: readonly Place[];
}

export interface Place {
  readonly url: string;
  readonly title: string;
  readonly version: string;
}

/** Queries with known answers: `api/queries`. */
export interface Measured {
  readonly queries: string;
  /** Name of the report compared with; empty for the index's own settings. */
  readonly baseline: string;
  readonly before: Report | null;
  readonly after: Report;
}

/** As `docfuse eval --json` writes it. */
export interface Report {
  readonly modes: Readonly<Record<string, Measures>>;
  readonly queries: readonly {
    readonly id: string;
    readonly text: string;
    readonly modes: Readonly<Record<string, Measures & { readonly rank: number | null }>>;
  }[];
}

/** By name, such as `ndcg@10`. */
export type Measures = Readonly<Record<string, number>>;

/** What the server tells while it runs. */
export interface State {
  readonly site: number;
  readonly index: number;
  readonly doing: string;
  readonly failure: string;
}

/** Parameters of a request; a list is given as often. */
export type Parameters = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** Asks the server. Rejects with its message. */
export async function ask<T>(path: string, parameters: Parameters, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`api/${path}?${encoded(parameters)}`, signal ? { signal } : {});
  const answer = (await response.json()) as T | { readonly error: string };
  if (!response.ok) throw new Error((answer as { error: string }).error);
  return answer as T;
}

/** Parameters as they stand in an address; empty ones are left out. */
export function encoded(parameters: Parameters): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== "") given.append(name, String(one));
    }
  }
  return given.toString();
}

/** Calls `told` with the server's state, now and at every change; without a server that tells, with `undefined`. */
export function listen(told: (state: State | undefined) => void): void {
  const events = new EventSource("events");
  events.onmessage = ({ data }: MessageEvent<string>) => told(JSON.parse(data) as State);
  events.onerror = () => told(undefined);
}
