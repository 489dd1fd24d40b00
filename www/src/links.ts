/** From the index's site-relative addresses to links that are safe to put into a page. */

import type { Answer, FoundAnswer } from "./protocol.js";

/** The same answer with an absolute address at each hit. */
export function toAnswer(found: FoundAnswer, site: URL): Answer {
  return { ...found, hits: found.hits.map((hit) => ({ ...hit, href: toHref(hit.url, site) })) };
}

/**
 * The absolute form of `url`. The index is data from the network: an address that is not http(s), such as
 * `javascript:`, becomes the site's root. (`site` itself may be a `file:` address in a packaged application.)
 */
export function toHref(url: string, site: URL): string {
  try {
    const absolute = new URL(url, site);
    if (/^https?:$/.test(absolute.protocol) || absolute.protocol === site.protocol) return absolute.href;
  } catch {
    // Not an address at all: treated like a forbidden one.
  }
  return site.href;
}
