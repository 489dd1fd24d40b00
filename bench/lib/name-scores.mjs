// Ranks of answers to queries by name, their counts, and tables of them.
import { number, table } from "./markdown.mjs";
import { plainPage } from "./answers.mjs";

/** Rank of the first page that answers, from 1; 0 if there is none. */
export function rankOf(pages, gold) {
  const answers = new Set(gold.map(plainPage));
  return pages.findIndex((page) => answers.has(plainPage(page))) + 1;
}

/** How many of the ranks are 1, and how many are not among the pages looked at. */
export const counts = (ranks) => ({
  queries: ranks.length,
  first: ranks.filter((rank) => rank === 1).length,
  missing: ranks.filter((rank) => rank === 0).length,
});

/** What the sets are measured by, for all sites together: the least share first, the largest share not found. */
export const BARS = {
  names: { first: 0.97, missing: 0.01 },
  compounds: { first: 0.97, missing: 0.01 },
  commands: { first: 0.95 },
  modules: { first: 0.95 },
  "last-parts": { first: 0.8 },
  "qualified-errors": { first: 0.95 },
  "bare-errors": { first: 0.92 },
};
/** How far hybrid mode may be below lexical mode in the share first. */
export const HYBRID_BELOW = 0.01;

/** `measured`: by site, by set, by engine, `{ ranks }`. A row for each site and set. */
export function siteTable(measured, engines) {
  const rows = Object.entries(measured).flatMap(([site, { sets }]) =>
    Object.entries(sets).map(([set, { engines: found }]) => {
      const all = engines.map((engine) => counts(found[engine].ranks));
      const cells = all.flatMap(({ first, missing }) => [first, missing]);
      const lacks = engines.map((engine) => found[engine].lacks?.length ?? "–").join(", ");
      return [site, set, all[0].queries, ...cells, lacks];
    }),
  );
  const heads = engines.flatMap((engine) => [`${engine}: first`, "not among ten"]);
  return table(["site", "set", "queries", ...heads, `index lacks (${engines.join(", ")})`], rows);
}

/** A row for each set: shares over all sites, and whether the bar is met. */
export function setTable(measured, engines) {
  const sets = [...new Set(Object.values(measured).flatMap(({ sets: of }) => Object.keys(of)))];
  const rows = sets.map((set) => {
    const found = Object.values(measured).flatMap(({ sets: of }) => (of[set] ? [of[set].engines] : []));
    const all = engines.map((engine) => counts(found.flatMap((of) => of[engine].ranks)));
    const cells = all.flatMap(({ queries, first, missing }) => [
      share(first, queries),
      share(missing, queries),
    ]);
    return [set, all[0].queries, ...cells, verdict(set, engines, found, all)];
  });
  const heads = engines.flatMap((engine) => [`${engine}: first`, "not among ten"]);
  return table(["set", "queries", ...heads, "bars"], rows);
}

const share = (part, whole) => number(part / whole, 3);

/** What of a set's bars is missed; "met" if nothing is. */
function verdict(set, engines, found, all) {
  const bar = BARS[set];
  const missed = [];
  const lexical = all[engines.indexOf("lexical")];
  if (bar && lexical.first / lexical.queries < bar.first) missed.push(`first below ${bar.first}`);
  if (bar?.missing !== undefined && lexical.missing / lexical.queries > bar.missing)
    missed.push(`not among ten above ${bar.missing}`);
  const behind = found.filter(
    (of) => of.pagefind && counts(of.lexical.ranks).first < counts(of.pagefind.ranks).first,
  ).length;
  if (behind > 0) missed.push(`behind Pagefind on ${behind}`);
  const hybrid = all[engines.indexOf("hybrid")];
  if (hybrid && (lexical.first - hybrid.first) / lexical.queries > HYBRID_BELOW)
    missed.push(`hybrid more than ${HYBRID_BELOW} below`);
  return missed.length > 0 ? missed.join("; ") : "met";
}

/** Queries whose rank differs between two results of one engine: those that `now` has first and `before` not, and back. */
export function changes(before, now, engine) {
  const lines = [];
  for (const [site, { sets }] of Object.entries(now))
    for (const [set, { queries, engines }] of Object.entries(sets)) {
      const old = before[site]?.sets[set];
      if (!old?.engines[engine] || !engines[engine]) continue;
      const ranks = new Map(old.queries.map(({ text }, i) => [text, old.engines[engine].ranks[i]]));
      const pairs = queries.map(({ text }, i) => [text, ranks.get(text), engines[engine].ranks[i]]);
      const differ = pairs.filter(([, was, is]) => was !== undefined && (was === 1) !== (is === 1));
      for (const [text, was, is] of differ) lines.push(`${site} ${set} ${engine}: ${text}: ${was} → ${is}`);
    }
  return lines;
}

/** Up to `most` queries of each set that `engine` does not have first, with what came first instead. */
export function failures(measured, engine, most) {
  const parts = [];
  for (const [site, { sets }] of Object.entries(measured))
    for (const [set, { queries, engines }] of Object.entries(sets)) {
      const { ranks, top } = engines[engine];
      const failed = queries.map((query, i) => ({ ...query, rank: ranks[i], top: top[i] }));
      const listed = failed.filter(({ rank }) => rank !== 1);
      if (listed.length === 0) continue;
      const lines = listed.slice(0, most).map(({ text, gold, rank, top: page }) => {
        const came = page === undefined ? "nothing" : page;
        return `- \`${text}\`: ${rank === 0 ? "not among ten" : `rank ${rank}`}; first: ${came}; expected: ${gold.join(", ")}`;
      });
      parts.push(
        `## ${site}, ${set}: ${listed.length} of ${queries.length} not first\n\n${lines.join("\n")}`,
      );
    }
  return `${parts.join("\n\n")}\n`;
}

/** Answers of one set that are listed one by one. */
const LISTED = 20;

/** What an engine's index lacks, by site and set. */
export function lacking(measured, engines) {
  const lines = Object.entries(measured).flatMap(([site, { sets }]) =>
    Object.entries(sets).flatMap(([set, { engines: found }]) =>
      engines.flatMap((name) => {
        const texts = found[name].lacks ?? [];
        if (texts.length === 0) return [];
        const more = texts.length > LISTED ? `, and ${texts.length - LISTED} more` : "";
        const listed = texts.slice(0, LISTED).map((text) => `\`${text}\``);
        return [`- ${site}, ${set}, ${name}: ${listed.join(", ")}${more}`];
      }),
    ),
  );
  return lines.length > 0 ? lines.join("\n") : "No index lacks an answer.";
}
