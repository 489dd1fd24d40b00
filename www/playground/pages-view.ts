/** The pages of the site as a build extracts them, and what is left out. */

import { type Child, button, bytes, html, pageLink } from "./elements.js";
import { ask, type Page, type PageLine, type Pages, type Place, type Section } from "./server.js";

/** Most pages listed at a time; a longer list is narrowed by its filter. */
const MAX_LISTED = 200;

/** Sections of a page that are open at first. */
const OPEN_SECTIONS = 3;

export class PagesView {
  readonly element: HTMLElement;
  readonly #filter = html("input", {
    type: "search",
    placeholder: "Filter pages",
    "aria-label": "Filter pages",
  });
  readonly #list = html("ul.pages", {});
  readonly #count = html("p.note", { role: "status" });
  readonly #page = html("article", {});
  readonly #leftOut = html("section.left-out", {});
  readonly #go: (url: string) => void;
  #pages: readonly PageLine[] = [];
  #shown = "";

  /** `go` is called with the address of a page that was chosen. */
  constructor(go: (url: string) => void) {
    this.#go = go;
    this.#filter.addEventListener("input", () => this.#narrow());
    const list = html("div.list", {}, this.#filter, this.#count, this.#list);
    this.element = html("div.extracted", {}, list, html("div.page", {}, this.#page, this.#leftOut));
  }

  /** Reads the site anew, and shows the page at `url`, if there is one. */
  async show(url: string): Promise<void> {
    this.#shown = url;
    this.#count.textContent = "reading the site …";
    try {
      const { pages, left_out, without_text } = await ask<Pages>("pages", {});
      if (url !== this.#shown) return;
      this.#pages = pages;
      this.#narrow();
      this.#leftOut.replaceChildren(...leftOut(left_out, without_text));
      if (url === "") this.#page.replaceChildren(html("p.empty", {}, "Choose a page to see its sections."));
      else {
        const page = await ask<Page>("page", { url });
        if (url === this.#shown) this.#page.replaceChildren(...shownPage(page));
      }
    } catch (error) {
      if (url !== this.#shown) return;
      this.#count.textContent = "";
      this.#page.replaceChildren(html("p.failure", { role: "alert" }, (error as Error).message));
    }
  }

  #narrow(): void {
    const words = this.#filter.value.toLowerCase().split(/\s+/);
    const fitting = this.#pages.filter(({ url, title }) => {
      const text = `${url} ${title}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const shown = fitting.slice(0, MAX_LISTED);
    this.#count.textContent =
      shown.length < fitting.length
        ? `${shown.length} of ${fitting.length} pages; type to see others`
        : `${fitting.length} of ${this.#pages.length} pages`;
    this.#list.replaceChildren(
      ...shown.map(({ url, title, sections, bytes: size }) => {
        const open = button(title || url, () => this.#go(url), { class: "link" });
        if (url === this.#shown) open.setAttribute("aria-current", "true");
        const facts = `${url} · ${sections} ${sections === 1 ? "section" : "sections"}, ${bytes(size)}`;
        return html("li", {}, open, html("small", {}, facts));
      }),
    );
  }
}

function shownPage(page: Page): HTMLElement[] {
  const facts: [string, Child][] = [
    ["address", pageLink(page.url, page.url)],
    ["language", page.language],
    ...(page.version ? [["version", page.version] as [string, Child]] : []),
    ...page.filters.map(([name, value]): [string, Child] => [`filter ${name}`, value]),
    ...page.meta.map(([name, value]): [string, Child] => [`meta ${name}`, value]),
    ["links to pages", String(page.links)],
  ];
  const items = facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]);
  return [
    html("h2", {}, page.title || page.url),
    html("dl.about", {}, ...items),
    tree(page),
    leftParts(page),
  ];
}

/** What rules left out of the page. */
function leftParts({ left_parts: parts }: Page): HTMLElement {
  const items = parts.map(([rule, text]) => html("li", {}, html("b", {}, rule), ` ${text}`));
  const summary = html("summary", {}, "Left out of the page ", html("small", {}, String(parts.length)));
  return html("details", {}, summary, html("ul", {}, ...items));
}

/** Sections below the headings that they stand under. */
function tree({ sections, url }: Page): HTMLElement {
  const root = html("ul.tree", {});
  // The list for each depth that is open.
  const lists: HTMLElement[] = [root];
  sections.forEach((section, at) => {
    const depth = Math.min(section.path.length, lists.length - 1);
    lists.length = depth + 1;
    const below = html("ul", {});
    lists[depth]?.append(html("li", {}, sectionDetails(section, url, at < OPEN_SECTIONS), below));
    if (section.heading !== "") lists.push(below);
  });
  return root;
}

const SOURCES = {
  page: "",
  signature: "text is its signature",
  headings: "text is the headings below it",
  entry: "entry of a list, with the vectors of the section around it",
};

function sectionDetails(section: Section, page: string, open: boolean): HTMLElement {
  const marks: string[] = [`${section.text.length} characters`];
  if (SOURCES[section.source]) marks.push(SOURCES[section.source]);
  if (section.weight !== 1) marks.push(`weight ${Number(section.weight.toFixed(2))}`);
  if (section.linking_pages > 0) {
    const pages = section.linking_pages === 1 ? "page" : "pages";
    marks.push(`linked from ${section.linking_pages} ${pages}`);
  }
  const address = section.anchor ? `${page}#${section.anchor}` : page;
  const places = (title: string, some: readonly Place[]) =>
    some.length > 0
      ? html("p", {}, html("b", {}, title), ...some.flatMap((place) => [" ", placeLink(place)]))
      : undefined;
  const names = section.names.flatMap(([name, kind]) => [
    " ",
    html("span.name", { title: kind }, name, html("small", {}, kind)),
  ]);
  return html(
    "details",
    { open },
    html(
      "summary",
      {},
      section.heading || "(before the first heading)",
      " ",
      html("small", {}, marks.join(", ")),
    ),
    html("p", {}, pageLink(address, address)),
    names.length > 0 ? html("p", {}, html("b", {}, "Names"), ...names) : undefined,
    section.anchor_texts.length > 0
      ? html("p", {}, html("b", {}, "Linked as"), ` ${section.anchor_texts.join(" · ")}`)
      : undefined,
    places("Left out as duplicates of it", section.also),
    places("Other versions", section.other_editions),
    html("pre", { tabindex: 0 }, section.text || "(no text)"),
  );
}

function placeLink({ url, title, version }: Place): HTMLElement {
  return pageLink(url, version ? `${title} [${version}]` : title || url);
}

function leftOut(files: Pages["left_out"], withoutText: readonly string[]): HTMLElement[] {
  const reasons = new Map<string, string[]>();
  for (const { file, why } of files) reasons.set(why, [...(reasons.get(why) ?? []), file]);
  if (withoutText.length > 0)
    reasons.set("sections that have no text besides their heading", [...withoutText]);
  const groups = [...reasons].map(([why, names]) =>
    html(
      "details",
      {},
      html("summary", {}, why, " ", html("small", {}, String(names.length))),
      html("ul", {}, ...names.map((name) => html("li", {}, name))),
    ),
  );
  const none = html("p.note", {}, "Nothing: every page is in the index.");
  return [html("h2", {}, "Left out, and why"), ...(groups.length > 0 ? groups : [none])];
}
