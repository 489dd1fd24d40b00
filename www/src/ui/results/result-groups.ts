/**
 * The order of hits in the list.
 *
 * Hits are grouped by page; a page ranks by its best hit. A late answer (the hybrid one, once the encoder is ready)
 * replaces the shown one unless the reader is aiming: has moved the selection, has the pointer over the list, or has
 * scrolled it. Then nothing on the screen moves, and new hits are added below. The next key sends a new query, whose
 * answer has the hybrid order.
 */

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
  // Records of one page may have the same URL.
  const name = (hit: Hit) => hit.id ?? hit.url;
  const known = new Set(shown.flatMap((group) => group.hits.map(name)));
  return groupByPage(hits.filter((hit) => !known.has(name(hit))));
}
