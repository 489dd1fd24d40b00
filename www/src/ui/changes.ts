/** What a search model tells its subscribers. */

import type { Answer } from "../shared/protocol.js";
import type { PageGroup } from "./results/result-groups.js";

/** `offline`: failed while the device has no network. */
export type Status = "idle" | "busy" | "answered" | "failed" | "offline";

/**
 * What has changed. `replaced` and `continued` concern `groups`: `continued` keeps the first `kept` and has `groups`
 * behind them. `offered`: nothing but `missed`.
 */
export type Change =
  | { readonly type: "typed" | "status" | "cleared" | "failed" | "offered" }
  | { readonly type: "replaced"; readonly late: boolean }
  | { readonly type: "continued"; readonly kept: number; readonly groups: readonly PageGroup[] };

/** Whether nothing was found because words could not be looked up. */
export function isLost({ hits, degraded }: Answer): boolean {
  return hits.length === 0 && (degraded ?? []).some(({ retriever }) => retriever === "lexical");
}

export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false;
}
