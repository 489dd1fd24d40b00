/** The calls of agents, answered by the box's own index. Nothing else is loaded: agents can be talked into addresses. */

import type { QueryOptions } from "../../client/query-options.js";
import type { Search } from "../../client/search.js";
import type { Answer, Hit } from "../../shared/protocol.js";
import type { Searching } from "../shell/shell.js";
import { addressOf, headingsIn } from "./headings.js";
import { line, quoted } from "./quoted.js";

/** Bytes of a section's text that are asked for with its hit: more than a call gives. */
const TEXT_BYTES = 60_000;

/** Hits whose texts are kept, to be read. */
const MOST_KEPT = 40;

/** Hits among which the sections of an address are looked for. */
const LOOKED_AT = 30;

/** Sections of a page that are listed. */
const MOST_LISTED = 100;

/** A page and an anchor in it, in comparable form. */
type Place = readonly [page: string, anchor: string];

export class Calls {
  readonly #box: () => Searching;
  /** The last hits, the newest ones first. */
  #kept: Hit[] = [];

  /** `box` is asked for each call. */
  constructor(box: () => Searching) {
    this.#box = box;
  }

  async search(query: string, options: QueryOptions): Promise<string> {
    const search = await this.#box().open();
    return quoted(search.site, told(await this.#ask(search, query, options)));
  }

  async #ask(search: Search, query: string, options: QueryOptions): Promise<Answer> {
    const answer = await search.query(query, { ...options, textLength: TEXT_BYTES });
    this.#kept = [...answer.hits, ...this.#kept].slice(0, MOST_KEPT);
    return answer;
  }

  /** The text of the section at an address, at most as many characters of it. */
  async read(address: string, most: number, signal: AbortSignal | undefined): Promise<string> {
    const search = await this.#box().open();
    const { href } = new URL(address, search.site);
    const hit = hitAt(href, this.#kept) ?? (await this.#lookUp(search, href, signal));
    if (!hit)
      throw new Error(
        `${address}: no such section found; search_documentation and list_sections name addresses`,
      );
    const text = hit.text?.trim() || hit.excerpt;
    const isCut = text.length > most;
    return quoted(search.site, [
      `${line(breadcrumb(hit))}\n${hit.href}`,
      ...(isCut ? [`(Only the beginning: the section has ${text.length} characters.)`] : []),
      text.slice(0, most),
    ]);
  }

  async #lookUp(search: Search, href: string, signal: AbortSignal | undefined): Promise<Hit | undefined> {
    const place = placeOf(href);
    const hits = await this.#look(search, place, signal);
    // The address of a page is that of its first section, which its title finds first.
    return hitAt(href, hits) ?? hits.find((hit) => !place[1] && placeOf(hit.href)[0] === place[0]);
  }

  /** The sections of a page, by default of the one that the reader has open. */
  async list(address: string | undefined, signal: AbortSignal | undefined): Promise<string> {
    const search = await this.#box().open();
    const { site } = search;
    const wanted = placeOf(address ?? location.href, site);
    const lines = isOpen(wanted)
      ? headingsIn(document).map(
          (each) => `${"  ".repeat(each.level - 1)}- ${line(each.text)}: ${addressOf(each).href}`,
        )
      : (await this.#look(search, wanted, signal))
          .filter(({ href }) => placeOf(href)[0] === wanted[0])
          .map((hit) => `- ${line(hit.heading || hit.title)}: ${hit.href}`);
    const more = lines.splice(MOST_LISTED).length;
    if (more) lines.push(`(${more} more)`);
    return quoted(site, [lines.join("\n") || "None found."]);
  }

  /** What is found by the heading at an address, if its page is open, or else by the words of the address. */
  async #look(
    search: Search,
    [page, anchor]: Place,
    signal: AbortSignal | undefined,
  ): Promise<readonly Hit[]> {
    const headings = isOpen([page, anchor]) ? headingsIn(document) : [];
    const heading = anchor ? headings.find((each) => addressOf(each).hash === `#${anchor}`) : headings[0];
    const below = page.slice(search.site.href.length - 1);
    const words = decodeURI(`${below} ${anchor}`).replace(/[^\p{L}\p{N}]+/gu, " ");
    const options: QueryOptions = { mode: "lexical", match: "best", limit: LOOKED_AT, signal };
    return (await this.#ask(search, heading?.text ?? words, options)).hits;
  }
}

/** Of several sections in one place, that with the same text fragment. */
function hitAt(href: string, hits: readonly Hit[]): Hit | undefined {
  const place = placeOf(href).join("#");
  const there = hits.filter((hit) => placeOf(hit.href).join("#") === place);
  return there.find((hit) => hit.href === href) ?? there[0];
}

function isOpen([page]: Place): boolean {
  return page === placeOf(location.href)[0];
}

function placeOf(address: string, site?: URL): Place {
  const { origin, pathname, hash } = new URL(address, site);
  return [origin + pathname.replace(/\/index\.html?$|\.html?$|\/$/, ""), hash.slice(1).replace(/:~:.*/, "")];
}

function told({ hits, corrections, fewer, fit, degraded }: Answer): string[] {
  return [
    ...corrections.map(({ from, to }) => line(`"${from}" is on no page; taken for "${to}".`)),
    ...(fewer ? ["No section has all words. These have some of them."] : []),
    ...(fit && hits.length ? ["Nothing matches closely. These are the nearest sections."] : []),
    ...hits.map((hit, at) => [line(`${at + 1}. ${breadcrumb(hit)}`), hit.href, line(hit.excerpt)].join("\n")),
    ...(hits.length ? [] : ["Nothing found."]),
    ...(degraded ?? []).map(({ retriever, message }) => line(`Note: ${retriever}: ${message}`)),
  ];
}

function breadcrumb({ title, path, heading, version }: Hit): string {
  const names = [title, ...path, heading].filter((name, at, all) => name && name !== all[at - 1]);
  return names.join(" › ") + (version ? ` [${version}]` : "");
}
