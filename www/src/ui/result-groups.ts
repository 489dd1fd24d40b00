/**
 * How hits stand in the list.
 *
 * Hits are grouped by page; a page stands where its best hit ranks. The rule for late answers (the encoder has
 * come, and the hybrid order differs): as long as the reader is not aiming, the late order replaces the shown
 * one. A reader who has moved the selection, has the pointer over the list or has scrolled it is aiming: then
 * nothing on the screen moves, and hits that are new are added below. The next key they type asks anew and
 * gets the hybrid order.
 */

import type { Hit } from "../shared/protocol.js";

/** Hits of one page, under its title. */
export interface PageGroup {
  readonly page: string;
  readonly title: string;
  readonly hits: readonly Hit[];
}

/** Groups in the order of their first hit; order within a group stays. */
export function groupByPage(hits: readonly Hit[]): PageGroup[] {
  const groups = new Map<string, { page: string; title: string; hits: Hit[] }>();
  for (const hit of hits) {
    const group = groups.get(hit.page);
    if (group) group.hits.push(hit);
    else groups.set(hit.page, { page: hit.page, title: hit.title, hits: [hit] });
  }
  return [...groups.values()];
}

/** What becomes of the shown list when a late answer to the same text arrives. */
export type LateUpdate =
  | { readonly type: "replace"; readonly groups: readonly PageGroup[] }
  | { readonly type: "append"; readonly groups: readonly PageGroup[] };

/** The rule above. Appended hits of a page already shown get a second group: the first must not grow. */
export function placeLateHits(
  shown: readonly PageGroup[],
  late: readonly Hit[],
  aiming: boolean,
): LateUpdate {
  if (!aiming) return { type: "replace", groups: groupByPage(late) };
  const known = new Set(shown.flatMap((group) => group.hits.map((hit) => hit.url)));
  return { type: "append", groups: groupByPage(late.filter((hit) => !known.has(hit.url))) };
}
