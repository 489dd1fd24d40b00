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
  const known = namesIn(shown);
  return groupByPage(hits.filter((hit) => !known.has(nameOf(hit))));
}

/** Hits at the top that a reader looks at first: of an order that differs only below them, nobody need be told. */
const FIRST = 3;

const first = (groups: readonly PageGroup[]) => groups.flatMap(({ hits }) => hits).slice(0, FIRST);

/** Whether what is shown begins as these hits would. */
export function beginAlike(shown: readonly PageGroup[], hits: readonly Hit[]): boolean {
  const names = (groups: readonly PageGroup[]) => first(groups).map(nameOf).join("\n");
  return names(shown) === names(groupByPage(hits));
}

/** The best hit that is not among those seen, if these hits would begin with it. */
export function bestNew(seen: readonly PageGroup[], hits: readonly Hit[]): Hit | undefined {
  const known = namesIn(seen);
  return first(groupByPage(hits)).find((hit) => !known.has(nameOf(hit)));
}

const namesIn = (groups: readonly PageGroup[]) => new Set(groups.flatMap((group) => group.hits.map(nameOf)));

/** Records of one page may have the same URL. */
function nameOf({ id, url }: Hit): string {
  return id ?? url;
}
