/** Types of the command's JSON, whose names are those of JavaScript in another spelling. */

import type { Explanation, FoundAnswer, FoundHit } from "../src/generated/search.js";

type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? (First extends Lowercase<First> ? First : `_${Lowercase<First>}`) : First}${SnakeCase<Rest>}`
  : Name;

type AsJson<T> = T extends readonly (infer Item)[]
  ? readonly AsJson<Item>[]
  : T extends object
    ? { readonly [Name in keyof T as SnakeCase<Name>]: AsJson<T[Name]> }
    : T;

export type JsonExplanation = AsJson<Explanation>;

export interface JsonHit extends Omit<FoundHit, "explanation"> {
  readonly explanation?: JsonExplanation | undefined;
}

export interface JsonAnswer extends Omit<FoundAnswer, "hits"> {
  readonly hits: readonly JsonHit[];
}
