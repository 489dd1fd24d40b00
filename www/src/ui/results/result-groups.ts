/** The order of hits in the list: grouped by page, where a page ranks by its best hit. */

import type { Hit } from "../../shared/protocol.js";

/** Hits of one page, under its title. */
export interface PageGroup {
  readonly page: string;
  readonly title: string;
  /** Version of the page, on a site with versions; else the name of the site, where there are several. */
  readonly version: string | undefined;
  readonly hits: readonly Hit[];
}

/** Groups in the order of their first hit; within a group, hits keep their order. */
export function groupByPage(hits: readonly Hit[]): PageGroup[] {
  const groups = new Map<string, PageGroup & { hits: Hit[] }>();
  for (const hit of hits) {
    const group = groups.get(hit.page);
    if (group) group.hits.push(hit);
    else {
      const { page, title, site, version = site } = hit;
      groups.set(page, { page, title, version, hits: [hit] });
    }
  }
  return [...groups.values()];
}

/** The hits that are not shown yet. Those of a page already shown get a second group: the first must not grow. */
export function groupNew(shown: readonly PageGroup[], hits: readonly Hit[]): PageGroup[] {
  const known = new Set(shown.flatMap((group) => group.hits.map(nameOf)));
  return groupByPage(hits.filter((hit) => !known.has(nameOf(hit))));
}

/** Hits at the top that a reader looks at first: of an order that differs only below them, nobody need be told. */
const FIRST = 3;

/** Whether what is shown begins as these hits would. */
export function beginAlike(shown: readonly PageGroup[], hits: readonly Hit[]): boolean {
  const first = (groups: readonly PageGroup[]) =>
    groups.flatMap((group) => group.hits.map(nameOf)).slice(0, FIRST);
  return first(shown).join("\n") === first(groupByPage(hits)).join("\n");
}

/** Records of one page may have the same URL. */
function nameOf({ id, url }: Hit): string {
  return id ?? url;
}
