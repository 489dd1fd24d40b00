/**
 * Starts the worker beside `docfuse.js`, in place of `spawn-worker`: browsers load this script as it is, so it needs no
 * syntax for bundlers, and may ask a Trusted Types policy.
 */

import { renew } from "../fetch/import-script.js";
import { isCrossOrigin, startCrossOrigin } from "./cross-origin-worker.js";
import type { WorkerKind } from "./language-choice.js";

/** Name of the policy, for the directive `trusted-types` of a content security policy. */
const POLICY = "docfuse";

/** The part of Trusted Types that is used; TypeScript's DOM library has none. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}

/** What the error says of a script that did not load. */
export const WHY_NO_WORKER = "is it beside docfuse.js, and allowed by CSP?";

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/** Two whole names: the build adds their versions. */
const scriptOf = (kind: WorkerKind) =>
  new URL(kind === "languages" ? "./docfuse-worker-languages.js" : "./docfuse-worker.js", import.meta.url);

/** Has the browser keep the script anew. Never rejects. */
export const renewWorker = (kind: WorkerKind) => renew(scriptOf(kind));

export function spawnWorker(kind: WorkerKind): Worker {
  const worker = scriptOf(kind);
  return isCrossOrigin(worker) ? startCrossOrigin(worker, start) : start(worker.href);
}

/** Only the two scripts above and what imports them come here. */
function start(url: string): Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy(POLICY, { createScriptURL: (same) => same });
  return new Worker(policy?.createScriptURL(url) ?? url, { type: "module" });
}
