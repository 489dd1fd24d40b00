/** Why a hit stands where it stands: a bar of the parts of its score, and a table. */

import type { JsonExplanation, JsonHit } from "./command-json.js";
import { type Child, html, short, table } from "./elements.js";

/** A part of a score. */
export interface Part {
  /** Class of its colour. */
  readonly kind: string;
  readonly name: string;
  readonly value: number;
}

/** The parts of a hit's score, in the order of the bar; they add up to it. */
export function parts({ contributions, raised, proximity, reranked }: JsonExplanation): readonly Part[] {
  const all: Part[] = contributions.flatMap(({ retriever, raw_score, share, mixed }) => [
    // Where only one retriever answers, nothing is fused.
    {
      kind: retriever,
      name: share === raw_score ? retriever : `${retriever} by rank`,
      value: share,
    },
    { kind: `${retriever} by-score`, name: `${retriever} by score`, value: mixed },
  ]);
  all.push(
    { kind: "raised", name: "another version in a better place", value: raised },
    { kind: "proximity", name: "words side by side", value: proximity },
    { kind: "reranked", name: "reranking model", value: reranked },
  );
  return all.filter(({ value }) => value !== 0);
}

/** Names of the parts in all hits, each once, with their colours. */
export function legend(hits: readonly JsonHit[]): HTMLElement {
  const seen = new Map(hits.flatMap((hit) => (hit.explanation ? parts(hit.explanation) : [])).map(byName));
  const items = [...seen].map(([name, kind]) => html("li", {}, html("i", { class: `part ${kind}` }), name));
  return html("ul.legend", { "aria-label": "Colours of the bars" }, ...items);
}

function byName({ name, kind }: Part): [string, string] {
  return [name, kind];
}

/** The bar of a hit; `longest` is the score that fills the width. */
export function bar(hit: JsonHit, longest: number): HTMLElement {
  const found = hit.explanation ? parts(hit.explanation) : [];
  const said = found.map(({ name, value }) => `${name} ${short(value)}`).join(", ");
  const bar = html("div.bar", { role: "img", "aria-label": `score ${short(hit.score)}: ${said}` });
  for (const { kind, name, value } of found) {
    const part = html("i", { class: `part ${kind}`, title: `${name}: ${short(value)}` });
    part.style.width = `${(Math.max(value, 0) / (longest || 1)) * 100}%`;
    bar.append(part);
  }
  return bar;
}

/** All that the engine says of a hit. */
export function details(hit: JsonHit): HTMLElement {
  const { explanation } = hit;
  if (!explanation) return html("p.note", {}, "No explanation.");
  const { contributions, raised, proximity, reranked, terms, navigational } = explanation;
  const rows: Child[][] = contributions.map(({ retriever, rank, raw_score, weight, share, mixed }) => [
    retriever,
    String(rank),
    short(raw_score, 3),
    short(weight, 3),
    short(share, 3),
    short(mixed, 3),
  ]);
  const further: [string, number][] = [
    ["another version in a better place", raised],
    ["words side by side", proximity],
    ["reranking model", reranked],
  ];
  for (const [name, value] of further) if (value !== 0) rows.push([name, "", "", "", short(value), ""]);
  const sum = parts(explanation).reduce((all, { value }) => all + value, 0);
  rows.push(["sum", "", "", "", short(sum), ""], ["score", "", "", "", short(hit.score), ""]);
  const matched = terms.map(({ term, document_frequency, fields, score }) => [
    term,
    short(score),
    String(document_frequency),
    fields.join(", "),
  ]);
  return html(
    "div.details",
    {},
    navigational ? html("p.note", {}, "First, because the query is a name of this section.") : undefined,
    table("Parts of the score", ["list", "rank", "its score", "weight", "by rank", "by score"], rows),
    matched.length > 0 ? table("Words", ["term", "adds", "sections with it", "here in"], matched) : undefined,
  );
}
