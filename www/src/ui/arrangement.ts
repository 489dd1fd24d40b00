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
export interface Group {
  readonly page: string;
  readonly title: string;
  readonly hits: readonly Hit[];
}

/** Groups in the order of their first hit; order within a group stays. */
export function groupByPage(hits: readonly Hit[]): Group[] {
  const groups = new Map<string, { page: string; title: string; hits: Hit[] }>();
  for (const hit of hits) {
    const group = groups.get(hit.page);
    if (group) group.hits.push(hit);
    else groups.set(hit.page, { page: hit.page, title: hit.title, hits: [hit] });
  }
  return [...groups.values()];
}

/** What becomes of the shown list when a late answer to the same text arrives. */
export type LateArrangement =
  | { readonly type: "replace"; readonly groups: readonly Group[] }
  | { readonly type: "append"; readonly groups: readonly Group[] };

/** The rule above. Appended hits of a page already shown get a second group: the first must not grow. */
export function arrangeLate(shown: readonly Group[], late: readonly Hit[], aiming: boolean): LateArrangement {
  if (!aiming) return { type: "replace", groups: groupByPage(late) };
  const known = new Set(shown.flatMap((group) => group.hits.map((hit) => hit.url)));
  return { type: "append", groups: groupByPage(late.filter((hit) => !known.has(hit.url))) };
}
