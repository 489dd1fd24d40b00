/**
 * Analytics that stay the author's: what readers search for, sent where the author says, without personal data. Off unless
 * called; silent for readers who ask not to be tracked.
 */

import type { Answer, Hit } from "../shared/protocol.js";
import { sender, type AnalyticsDestination } from "./destinations.js";
import { Searches, type SearchRecord } from "./searches.js";

export type { AnalyticsDestination } from "./destinations.js";
export type { SearchRecord } from "./searches.js";

export interface AnalyticsOptions {
  /** An address, `"plausible"`, `"umami"`, or a function. */
  readonly to: AnalyticsDestination;
}

/** Records of one sending. */
const BATCH = 20;

/** Whether the reader asks not to be tracked: Do Not Track, or Global Privacy Control. */
export function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly doNotTrack?: string | null;
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack === "1" || doNotTrack === "yes" || globalPrivacyControl === true;
}

/**
 * Listens to the boxes and parts of the page. Returns a function that stops it, and sends what is there.
 *
 * Throws a `TypeError` if `to` is no destination.
 */
export function analytics({ to }: AnalyticsOptions): () => void {
  const send = sender(to);
  if (asksForPrivacy()) return () => undefined;
  let records: SearchRecord[] = [];
  const flush = (leaving: boolean) => {
    const all = records;
    records = [];
    if (all.length > 0) send(all, leaving);
  };
  const searches = new Searches((record) => {
    records.push(record);
    if (records.length >= BATCH) flush(false);
  });
  const onAnswer = ({ detail }: Event & { readonly detail?: unknown }) =>
    searches.answered(detail as Answer, performance.now());
  const onSelect = ({ detail }: Event & { readonly detail?: unknown }) => searches.selected(detail as Hit);
  const leave = () => {
    searches.left();
    flush(true);
  };
  const onHidden = () => {
    // On phones, a page in the background may never come back.
    if (document.visibilityState === "hidden") leave();
  };
  document.addEventListener("docfuse-answer", onAnswer);
  document.addEventListener("docfuse-select", onSelect);
  document.addEventListener("visibilitychange", onHidden);
  addEventListener("pagehide", leave);
  return () => {
    document.removeEventListener("docfuse-answer", onAnswer);
    document.removeEventListener("docfuse-select", onSelect);
    document.removeEventListener("visibilitychange", onHidden);
    removeEventListener("pagehide", leave);
    leave();
  };
}
