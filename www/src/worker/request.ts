/** The request that the search module gets for a query of the page, whose options are checked here. */

import { compatible } from "../shared/compatible.js";
import { DocfuseError } from "../shared/error.js";
import type { Request } from "../shared/protocol.js";

type Check = readonly [expected: string, isValid: (value: unknown) => boolean];

const number = (least: number, most: number, isWhole = true): Check => [
  `${isWhole ? "a whole number" : "a number"} from ${least} to ${most}`,
  (value) =>
    value === Math.min(Math.max(Number(value), least), most) && (!isWhole || Number.isInteger(value)),
];
const flag: Check = ["true or false", (value) => value === !!value];
const text: Check = ["a string", (value) => value === `${value as string}`];
/** Texts and lists of texts by name, or of further such objects, as deep as the search module reads them. */
const areFilters = (value: unknown, depth = 0): boolean =>
  depth <= 16 &&
  value === Object(value) &&
  Object.values(value as object).every(
    (list) =>
      text[1](list) ||
      (Array.isArray(list) && list.every((each) => text[1](each) || areFilters(each, depth + 1))),
  );
/** With a list for each name. */
const listed = (filters: object): object =>
  Object.fromEntries(
    Object.entries(filters).map(([name, list]) => [
      name,
      [list].flat().map((each: string | object) => (each === Object(each) ? listed(each as object) : each)),
    ]),
  );
const MOST = 1_000_000;
const count = number(0, MOST);
const score = number(0, MOST, false);

const OPTIONS: Readonly<Record<string, Check | null>> = {
  __proto__: null, // `toString` is no option
  mode: [
    "hybrid, lexical, dense or lexicon",
    (value) => /^(hybrid|lexical|dense|lexicon)$/.test(`${value as string}`),
  ],
  limit: number(1, 1000),
  offset: count,
  textLength: count,
  maxPerPage: count,
  maxTokens: count,
  minScore: score,
  similarityThreshold: score,
  explain: flag,
  prefix: flag,
  facets: flag,
  rerank: flag,
  docAggregates: flag,
  version: text,
  filters: ["an object of texts or lists", areFilters],
  sort: text,
  match: ["all or best", (value) => value === "all" || value === "best"],
  minimumShouldMatch: ["such as 2 or 75%", (value) => /^(\d{1,7}|(\d\d?|100)%)$/.test(`${value as string}`)],
};

/**
 * `reranks`: whether a model reranks the hits unless the query says no; `site`: root of the site, if whole texts are asked
 * for; `needsAll`: whether queries that do not say it need all their words. Throws `request` for an option that is unknown or has another value than expected.
 */
export function toRequest(
  query: string,
  options: object,
  reranks: boolean,
  site: string | undefined,
  needsAll = false,
): Request {
  const request: Record<string, unknown> = { text: compatible(query), mode: "hybrid", limit: 10 };
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const [expected, isValid] = OPTIONS[name] ?? [];
    if (!isValid?.(value))
      throw new DocfuseError(
        "request",
        `${expected ?? "no option"} expected in \`${name}\`, ${String(value)} found`,
      );
    request[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] =
      name === "filters" ? listed(value as object) : value;
  }
  const { max_tokens: tokens, match, rerank } = request;
  const { minimum_should_match: minimum = match === "best" ? 0 : (match ?? (needsAll ? "all" : undefined)) } =
    request;
  delete request["max_tokens"];
  if (request["sort"]) request["mode"] = "lexical"; // no vector takes part
  return {
    ...(request as unknown as Request),
    minimum_should_match: minimum === undefined ? undefined : `${minimum as string}`,
    rerank: reranks && rerank !== false,
    context: site === undefined ? undefined : { max_tokens: tokens as number, site },
  };
}

/** Whether only the full module has what a request asks for. */
export function needsFullSearch({
  mode,
  rerank,
  explain,
  doc_aggregates: aggregates,
  context,
  sort,
  text,
  filters,
  facets,
  minimum_should_match: minimum,
}: Request & { readonly sort?: unknown }): boolean {
  const lists = (!text.trim() && (filters || facets)) || isNested(filters ?? {});
  return Boolean(
    mode === "lexicon" || rerank || explain || aggregates || context || sort || lists || minimum === "all",
  );
}

/** Whether filters, listed, have conditions below `any`, `all` or `none`. */
function isNested(filters: Readonly<Record<string, readonly unknown[]>>): boolean {
  return Object.entries(filters).some(([name, list]) =>
    list.length ? list.some((each) => each === Object(each)) : /^(all|any|none)$/.test(name),
  );
}

export function usesEncoder({ mode }: Request): boolean {
  return mode === "hybrid" || mode === "dense";
}
