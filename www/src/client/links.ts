/** From the index's site-relative addresses to links that are safe to put into a page. */

import type { Answer, FoundAnswer, FoundHit, FoundPlace, Hit, Place, Took } from "../shared/protocol.js";

/** The same answer with an absolute address at each hit, and with its times. */
export function toAnswer(found: FoundAnswer, site: URL, tookMs: Took): Answer {
  return { ...found, hits: found.hits.map((hit) => toHit(hit, site)), tookMs };
}

function toHit({ text_fragment: textFragment, also, ...hit }: FoundHit, site: URL): Hit {
  const href = toHref(hit.url, site, textFragment);
  return { ...hit, href, textFragment, also: also.map((place) => toPlace(place, site)) };
}

function toPlace({ url, title }: FoundPlace, site: URL): Place {
  return { url, title, href: toHref(url, site) };
}

/**
 * The absolute form of `url`, with a text fragment if there is one. The index is data from the network: an address
 * that is not http(s), such as `javascript:`, becomes the site's root. (`site` itself may be a `file:` address in
 * a packaged application.)
 */
export function toHref(url: string, site: URL, textFragment = ""): string {
  try {
    const absolute = new URL(url, site);
    if (/^https?:$/.test(absolute.protocol) || absolute.protocol === site.protocol) {
      if (textFragment !== "") absolute.hash += `:~:text=${textFragment}`;
      return absolute.href;
    }
  } catch {
    // Not an address at all: treated like a forbidden one.
  }
  return site.href;
}
