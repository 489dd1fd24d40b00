/** Where records go: to the author's own address, service or function. */

import type { SearchRecord } from "./searches.js";

/** An address that gets lines of JSON; Plausible or Umami, whose script is in the page; a function. */
export type AnalyticsDestination =
  string | URL | { readonly url: string | URL } | ((records: readonly SearchRecord[]) => void);

/** The names that these services have in the page. */
interface Services {
  plausible?: (name: string, options: { props: object }) => void;
  umami?: { track: (name: string, data: object) => void };
}

const EVENT = "docfuse-search";

/** A function that sends records; `leaving` when the page goes. Throws if the destination is none. */
export function sender(
  to: AnalyticsDestination,
): (records: readonly SearchRecord[], leaving: boolean) => void {
  if (typeof to === "function") return (records) => to(records);
  if (to === "plausible" || to === "umami") return (records) => tell(to, records);
  const url = typeof to === "string" || to instanceof URL ? to : to?.url;
  if (url === undefined || url === "" || !URL.canParse(String(url), document.baseURI))
    throw new TypeError(
      `an address, "plausible", "umami" or a function expected in \`to\`, ${JSON.stringify(to)} found`,
    );
  return (records, leaving) => post(new URL(url, document.baseURI), records, leaving);
}

function tell(to: "plausible" | "umami", records: readonly SearchRecord[]): void {
  const { plausible, umami } = globalThis as Services;
  for (const { click, ...record } of records) {
    const data = { ...record, ...(click !== null && { click }) };
    if (to === "plausible" && plausible) plausible(EVENT, { props: data });
    else if (to === "umami" && umami) umami.track(EVENT, data);
    else return console.warn(`docfuse: the script of ${to} expected in this page, none found`);
  }
}

/** As text, which no host asks permission for; without cookies where the browser can send without them. */
function post(url: URL, records: readonly SearchRecord[], leaving: boolean): void {
  const body = records.map((record) => `${JSON.stringify(record)}\n`).join("");
  if (leaving && !("keepalive" in Request.prototype)) {
    navigator.sendBeacon(url, body);
    return;
  }
  const request = { method: "POST", body, keepalive: true, referrerPolicy: "no-referrer" } as const;
  // What cannot be sent is lost: nothing is kept in the reader's browser.
  fetch(url, { ...request, credentials: "omit", mode: "no-cors" }).catch(() => undefined);
}
