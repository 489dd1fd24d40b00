/** Turns the index's site-relative URLs into links that are safe in a page. */

import type { Answer, SentAnswer, Took } from "../shared/protocol.js";

/** The answer with absolute URLs and times. */
export function toAnswer(found: SentAnswer, site: URL, tookMs: Took): Answer {
  const { doc_aggregates: docAggregates, suggestions, hits, ...rest } = found;
  return {
    ...rest,
    docAggregates,
    suggestions: suggestions.map((each) => linked(each, site)),
    hits: hits.map((hit) => ({ ...linked(hit, site), also: hit.also.map((each) => linked(each, site)) })),
    tookMs,
  };
}

/** Adds the absolute URL, if there is one. */
export function linked<T extends { readonly url?: string | undefined }>(found: T, site: URL): Linked<T> {
  const { url } = found;
  return (url === undefined ? found : { ...found, href: toHref(url, site) }) as Linked<T>;
}

type Linked<T> = T & (T extends { readonly url: string } ? { readonly href: string } : unknown);

/**
 * The absolute form of `url`. The index comes from the network: a URL that is not http(s), such as `javascript:`,
 * becomes the site's root. `site` itself may be a `file:` URL, in a packaged application.
 */
export function toHref(url: string, site: URL): string {
  try {
    const absolute = new URL(url, site);
    if (/^https?:$/.test(absolute.protocol) || absolute.protocol === site.protocol) return absolute.href;
  } catch {
    // Not a URL: the site's root, too.
  }
  return site.href;
}
