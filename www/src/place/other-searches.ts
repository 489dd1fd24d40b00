/** Searches of the theme that scripts make: a page has one box. */

const FIELD = "input:is([type=search],[name=q],[id*=search i],[name*=search i],[placeholder*=search i])";
const TEXT = ":is([type=search],[type=text],:not([type]))";
const SEARCH = `:is([role=search],form:has(${FIELD}${TEXT}),${FIELD}${TEXT})`;
const OTHERS = `:is(header,nav,[role=banner],[role=navigation]) ${SEARCH}:not(main *,article *,dialog *)`;

/** Hides them, in the bars of the page. */
export function hideSearches(): void {
  for (const each of document.querySelectorAll<HTMLElement>(OTHERS))
    if (!each.querySelector("docfuse-search")) each.style.setProperty("display", "none", "important");
}
