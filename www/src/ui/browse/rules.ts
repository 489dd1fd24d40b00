/**
 * The author's rules: what is shown above the hits of certain queries. They stand in the manifest, which comes from the network:
 * whatever they are, nothing throws. `src/index/rules.rs` applies them alike; `tests/rules.json` says to both what applies.
 */

import type { Offers, Rule } from "../../client/language-choice.js";
import { compatible } from "../../shared/compatible.js";

/** Least similarity of a rule by meaning that says none. */
const USUAL_SIMILARITY = 0.75;

/** The rules that are some. */
export function rulesOf(offers: Offers | undefined): Rule[] {
  const rules: unknown = offers?.rules;
  const isRule = (rule: unknown) => Array.isArray((rule as Rule | null)?.queries);
  return Array.isArray(rules) ? (rules.filter(isRule) as Rule[]) : [];
}

/** The rules that apply to a query. `likeness`: its similarities to the vectors of all; empty while nothing knows them. */
export function applying(rules: readonly Rule[], text: string, likeness: readonly number[] = []): Rule[] {
  const query = plain(text);
  let place = 0;
  return rules.filter(({ queries, match, similarity = USUAL_SIMILARITY, vectors = [] }) => {
    const similar = likeness.slice(place, (place += vectors.length));
    if (match === "meaning") return similar.some((each) => each >= similarity);
    if (match === "prefix") return queries.some((each) => query.startsWith(plain(each)));
    return queries.some((each) => query === plain(each));
  });
}

/** A query in small letters and with single spaces. */
function plain(text: string): string {
  return compatible(String(text)).toLowerCase().trim().replace(/\s+/g, " ");
}
