/** The headings of the open page that have an address. */

export interface Heading {
  readonly level: number;
  readonly text: string;
  /** The id that it is reached by. */
  readonly anchor: string;
}

const HEADINGS = "h1,h2,h3,h4,h5,h6";

export function headingsIn(page: Document): Heading[] {
  const found: Heading[] = [];
  for (const heading of page.querySelectorAll(HEADINGS)) {
    // Without the sign of a link to it.
    const text = heading.textContent.replace(/^\s*#|[#¶§🔗]\s*$/gu, "").trim();
    const anchor = anchorOf(heading);
    if (text && anchor) found.push({ level: Number(heading.localName[1]), text, anchor });
  }
  return found;
}

export function addressOf({ anchor }: Heading): URL {
  return new URL(`#${anchor}`, location.href);
}

/** Its own id, or one in it, or that of the section that it begins. */
function anchorOf(heading: Element): string {
  const around = heading.parentElement;
  const begins = around?.querySelector(HEADINGS) === heading;
  return heading.id || heading.querySelector("[id]")?.id || (begins && around.id) || "";
}
