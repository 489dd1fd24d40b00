/**
 * `open`: starts the worker, fetches the manifest in parallel, and returns a `Search`; past the browser's cache if that
 * fails.
 *
 * No top-level code touches `window` or `Worker`, so the module can be imported on a server.
 */

import { invalid } from "./errors.js";
import { Search } from "./search.js";
import { DocfuseError } from "../shared/error.js";
import { chooseManifest, workerKind, type WorkerKind } from "./language-choice.js";
import { fetchManifest } from "../fetch/manifest.js";
import type { DenseChoice, EncoderChoice } from "./encoder-policy.js";
import type { SearchEvent, ToWorker } from "../shared/protocol.js";
import { fetchAny, folderOf, needs, pageAddress, pageLanguage } from "./surroundings.js";
import { renewWorker, spawnWorker } from "./spawn-worker.js";
import type { Rerank } from "./rerank.js";

/** Time of a reranker in milliseconds, by default: readers notice longer waits. */
const RERANK_BUDGET_MS = 300;

/** A worker that says nothing in so many milliseconds may have an empty script. */
const SILENT_MS = 10_000;

export interface OpenOptions {
  /**
   * URL of the folder that `docfuse build` wrote, absolute or relative to the document; or several, which are searched as
   * one. The settings and the language of the first one hold for all.
   */
  readonly base: string | URL | readonly (string | URL | SiteOptions)[];
  /** URL of the site's root, against which hits are resolved; default: the folder above `base`. */
  readonly site?: string | URL | undefined;
  /**
   * Language to search, such as `de` or `pt-BR`; default: the document's (`<html lang>`). Without an index in that
   * variant another one of the language is searched, without any the site's main language.
   */
  readonly language?: string | undefined;
  /** Default `auto`: see `EncoderChoice`. */
  readonly encoder?: EncoderChoice | undefined;
  /** Default `auto`: see `DenseChoice`. */
  readonly dense?: DenseChoice | undefined;
  /** Scores the first three pages of hits, whose order it changes; see `Rerank`. */
  readonly rerank?: Rerank | undefined;
  /** Instead of `rerank`: URL of the folder of a cross-encoder that `docfuse model import` wrote. */
  readonly reranker?: string | URL | undefined;
  /** Milliseconds after which an answer keeps the order without a reranker; default 300. */
  readonly rerankBudgetMs?: number | undefined;
  /** Aborts opening. Close an open search with `close()`. */
  readonly signal?: AbortSignal | undefined;
  /** Gets every event, also before `open` resolves. */
  readonly onEvent?: ((event: SearchEvent) => void) | undefined;
  /** Starts the worker script, if a bundler or a security policy rules out the built-in way. */
  readonly worker?: ((kind: WorkerKind) => Worker) | undefined;
}

/** One index of several. */
export interface SiteOptions {
  /** URL of its folder. */
  readonly url: string | URL;
  /** Its name in hits and in the filter `site`; default: the folder above its own. */
  readonly name?: string | undefined;
  /** URL of the site's root; default: the folder above `url`. */
  readonly site?: string | URL | undefined;
  /** Version of the documentation that the whole site is. Of a section in several versions, hits show one. */
  readonly version?: string | undefined;
}

/** Opens an index, or several as one. Rejects with `DocfuseError` or the signal's reason. */
export async function open(options: OpenOptions): Promise<Search> {
  const missing = needs(options).find((name) => !(name in globalThis));
  if (missing) throw new DocfuseError("unsupported", `no ${missing} here`);
  if (Object(options) !== options) throw invalid("options", options);
  const {
    base: bases,
    site: root,
    language = pageLanguage(),
    encoder = "auto",
    dense = "auto",
    rerank,
    reranker: model,
    rerankBudgetMs: budgetMs = RERANK_BUDGET_MS,
    signal,
    onEvent,
    worker = spawnWorker,
    ...others
  } = options;
  const [other] = Object.keys(others);
  if (other) throw invalid("an option of `open`", other);
  signal?.throwIfAborted();
  const [first, second] = [bases].flat();
  if (!first) throw invalid("a folder in `base`", "none");
  const base = folderOf((first as SiteOptions).url ?? first);
  const site = folderOf(root ?? new URL("..", base));
  // Most indexes have their pages' language, so that language's worker starts before the manifest arrives.
  const likely = workerKind(language);
  const reranker = rerank || !model ? undefined : { base: folderOf(model).href, budgetMs };
  let search: Search | undefined;
  return start().catch(async (error: Partial<DocfuseError> | null) => {
    // The browser may keep an error in the place of the worker or the manifest, or one of another version.
    if (!/worker|damaged|version/.test(error?.code as string)) throw error;
    // There is none where the browser refuses to start a worker.
    await renewWorker(search?.kind ?? likely);
    return start("reload");
  });

  async function start(cache?: RequestCache): Promise<Search> {
    const begun = (search = new Search(worker, likely, site, (rerank || reranker) && { rerank, budgetMs }));
    if (onEvent) begun.onAny(onEvent);
    try {
      await begun.start(message(begun, cache), signal, SILENT_MS);
      return begun;
    } catch (error) {
      begun.close();
      throw error;
    }
  }

  async function message(search: Search, cache: RequestCache | undefined): Promise<ToWorker> {
    const get = (url: string, init: RequestInit) => fetchAny(url, signal ? { ...init, signal } : init);
    const load = (name: string) => fetchManifest(get, base.href, name, cache);
    const { name, text, ...chosen } = await chooseManifest(load, language);
    Object.assign(search, chosen);
    search.use(workerKind(chosen.language));
    return {
      type: "open",
      base: base.href,
      manifest: { name, text },
      encoder,
      dense,
      reranker,
      ...(second && { sites: JSON.stringify([pageAddress(bases), bases]), language: chosen.language }),
    };
  }
}
