/** The hits come first. */

import type { SearchModel } from "../model.js";

/** How often we look, and how often at most for a late answer. */
const PAUSE_MS = 50;
const MOST = 20;

/** Resolves once the hits have come, with a late answer to them if it comes soon: a query of ours would delay theirs. */
export async function hitsFirst(model: Pick<SearchModel, "isAsking" | "answer">): Promise<void> {
  const mayCome = () => model.answer?.pending.length;
  for (let times = 0; model.isAsking || (times < MOST && mayCome()); times += 1)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
