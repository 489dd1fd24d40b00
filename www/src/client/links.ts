/** Turns the index's site-relative URLs into links that are safe in a page. */

import type {
  Answer,
  Context,
  FoundAnswer,
  FoundContext,
  FoundHit,
  FoundPlace,
  FoundSuggestion,
  Hit,
  Place,
  Suggestion,
  Took,
} from "../shared/protocol.js";

/** The answer with absolute URLs and times. */
export function toAnswer(found: FoundAnswer, site: URL, tookMs: Took): Answer {
  const { doc_aggregates: docAggregates, suggestions, hits, ...rest } = found;
  return {
    ...rest,
    docAggregates,
    suggestions: suggestions.map((suggestion) => toSuggestion(suggestion, site)),
    hits: hits.map((hit) => toHit(hit, site)),
    tookMs,
  };
}

/** The gathered texts of an answer, with absolute URLs. */
export function toContext(found: FoundContext, answer: Answer, site: URL): Context {
  const { left_out: leftOut, sections, ...rest } = found;
  const { query, degraded, corrections, fit, suggestions, tookMs } = answer;
  const linked = <T extends { readonly url: string }>(section: T) => ({
    ...section,
    href: toHref(section.url, site),
  });
  return {
    query,
    degraded,
    corrections,
    fit,
    suggestions,
    ...rest,
    sections: sections.map(linked),
    leftOut: leftOut.map(linked),
    tookMs,
  };
}

function toHit(hit: FoundHit, site: URL): Hit {
  return { ...hit, href: toHref(hit.url, site), also: hit.also.map((place) => toPlace(place, site)) };
}

function toSuggestion(suggestion: FoundSuggestion, site: URL): Suggestion {
  const { url } = suggestion;
  return url === undefined ? suggestion : { ...suggestion, href: toHref(url, site) };
}

function toPlace(place: FoundPlace, site: URL): Place {
  return { ...place, href: toHref(place.url, site) };
}

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
