/**
 * Several indexes as one: a search module that has further indexes beside the one that the worker opens.
 *
 * A further index that cannot be read is left out, and every answer says so. The encoder of the queries is that of the
 * first index that names one.
 */

import { chooseManifest } from "../client/language-choice.js";
import { DocfuseError, errorData } from "../shared/error.js";
import type { Bytes, Fetch } from "../fetch/http.js";
import { FOLDER } from "./model-ref.js";
import { fetchManifest, object, openDirectory, parse, readManifest, type Json } from "../fetch/manifest.js";
import { folderUrl } from "../shared/folder-url.js";
import type { ErrorData, OpenSeveral } from "../shared/protocol.js";
import type { SearchIndexClass, SiteData } from "../worker/wasm-modules.js";

/** What `open` was given for one index. */
interface Asked {
  readonly url: string;
  readonly name?: string;
  readonly site?: string;
  readonly version?: string;
}

interface Place extends SiteData {
  readonly folder: string;
}

/** An index that was fetched. */
interface Found {
  readonly directory: Bytes;
  readonly model: Json | undefined;
  readonly generation: unknown;
}

type Opened = { readonly site: Place } & (Found | { readonly problem: ErrorData });

/** The class `Full` with the further indexes of `asked`. Never rejects. */
export async function several(
  Full: SearchIndexClass,
  asked: OpenSeveral,
  fetch: Fetch,
): Promise<SearchIndexClass> {
  const [first, ...others] = places(asked.sites);
  const opened = await Promise.all(others.map((site) => opening(site, asked.language ?? "", fetch)));
  const seen = new Set([parse(asked.manifest.text)["generation"]]);
  const further = opened.filter((each) => {
    const generation = "generation" in each ? each.generation : undefined;
    const isNew = generation === undefined || !seen.has(generation);
    seen.add(generation);
    return isNew;
  });
  return class extends Full {
    override model: Json | undefined;

    constructor(directory: Uint8Array, model?: Json) {
      super(directory);
      this.model = model;
      // With a name, it is one of several, whichever of the others can be opened.
      if (first && others.length > 0)
        this.setSite?.({ name: first.name, root: first.root, version: first.version });
      for (const each of further) this.#add(each);
    }

    #add(opened: Opened): void {
      const { site } = opened;
      let problem = "problem" in opened ? opened.problem : undefined;
      try {
        if ("directory" in opened) {
          const { directory, model } = opened;
          this.addSite?.(directory, {
            ...site,
            otherEncoder: this.model && model && otherThan(this.model, model),
          });
          this.model ??= model && ({ ...model, [FOLDER]: site.folder } as Json);
        }
      } catch (error) {
        problem = errorData(error);
      }
      if (problem) this.leaveOutSite?.(site.name, problem.code, problem.message);
    }
  };
}

/** Where the indexes are, each once, with a name unlike all others: that of one with a taken name is its folder. */
function places(sites: string): Place[] {
  const [page, bases] = JSON.parse(sites) as [string, readonly (string | Asked)[]];
  const found = new Map<string, Place>();
  for (const asked of bases.map((base) => (typeof base === "string" ? { url: base } : base))) {
    const folder = folderUrl(asked.url, page).href;
    const { version } = asked;
    const root = asked.site === undefined ? new URL("..", folder).href : folderUrl(asked.site, page).href;
    const name = asked.name || version || nameOf(root) || root;
    if (!found.has(folder)) found.set(folder, { folder, root, name, version });
  }
  const all = [...found.values()];
  return all.map((place) => {
    const alike = all.filter(({ folder, name }) => [folder, name].includes(place.name));
    return alike.length === 1 ? place : { ...place, name: place.folder };
  });
}

/** The last folder of a URL, else its host. */
function nameOf(root: string): string {
  const { pathname, host } = new URL(root);
  const name = pathname.split("/").filter(Boolean).at(-1) ?? host;
  try {
    return decodeURI(name);
  } catch {
    return name; // a "%" that escapes nothing
  }
}

async function opening(site: Place, language: string, fetch: Fetch): Promise<Opened> {
  try {
    const { name, text } = await chooseManifest((name) => fetchManifest(fetch, site.folder, name), language);
    const manifest = readManifest(text, name);
    const directory = await openDirectory(manifest);
    return { site, directory, model: manifest.model, generation: parse(text)["generation"] };
  } catch (error) {
    const { code, message } = errorData(error);
    return { site, problem: errorData(new DocfuseError(code, `${site.folder}: ${message}`)) };
  }
}

/** Why the encoder of the queries does not serve an index that was built with `other`; `undefined` if it does. */
function otherThan(encoder: Json, other: Json): string | undefined {
  const [expected, found] = [encoder["info"], other["info"]].map((info) => object(info));
  if (JSON.stringify(expected) === JSON.stringify(found)) return undefined;
  const name = (info: Json | undefined) => String(info?.["name"] ?? "no encoder");
  return `vectors of ${name(expected)} expected, of ${name(found)} found; build both indexes with one encoder`;
}
