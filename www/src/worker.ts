/**
 * The web worker: binds the engine to the worker's own messages and to the wasm modules.
 *
 * The JavaScript glue of all modules is in this one script: the encoder's part is about 2 KB compressed, less
 * than a further request costs, and bundlers that write workers as classic scripts can't split them. So is the
 * WebAssembly of the search module, which no query can do without. It comes first, so that the glues, which
 * are much alike, stay within the reach of gzip. The full search module (vectors, all languages) is a file of its
 * own, loaded along with the encoder; in the script for other languages than English it is the one inside.
 */

import searchInBase64 from "docfuse_search.wasm";
import { Encoder, initSync as initEmbed } from "docfuse_embed";
import { initSync as initFull, SearchIndex as FullSearchIndex } from "docfuse_full";
import { initSync as initSearch, SearchIndex } from "docfuse_search";
import { fromBase64 } from "./base64.js";
import { DocfuseError, errorData } from "./error.js";
import { Engine } from "./engine.js";
import { damaged, opened, request } from "./fetching.js";
import type { SearchIndexClass } from "./modules.js";
import type { FromWorker, ToWorker } from "./protocol.js";

/** What is used of the worker's global scope (TypeScript's DOM library describes the page's). */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

const inside = onceLoaded(async () => {
  const name = "docfuse-worker.js";
  const bytes = await opened(fromBase64(searchInBase64), name, Infinity);
  initSearch({ module: await compiled(name, () => WebAssembly.compile(bytes)) });
  return SearchIndex;
});

let full: SearchIndexClass | undefined;

const fullSearch = onceLoaded(async () => {
  if (FULL_INSIDE) return inside();
  initFull({ module: await compiledFrom(new URL("./docfuse_full.wasm", import.meta.url)) });
  return (full = FullSearchIndex);
});

const embed = onceLoaded(async () => {
  initEmbed({ module: await compiledFrom(new URL("./docfuse_embed.wasm", import.meta.url)) });
  return Encoder;
});

const search = () => (full ? Promise.resolve(full) : inside());

const engine = new Engine(
  { search, fullSearch, embed },
  (url, init) => fetch(url, init),
  (message) => scope.postMessage(message),
);
scope.onmessage = ({ data }) => engine.receive(data);
// Compiles while the manifest is on its way; who asks next hears of a failure.
search().catch(() => undefined);

function compiledFrom(url: URL): Promise<WebAssembly.Module> {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  return compiled(name, () => compileFrom(url, name));
}

/** Compiles while the bytes arrive; a host that does not know the MIME type of wasm costs only that. */
async function compileFrom(url: URL, name: string): Promise<WebAssembly.Module> {
  const response = await request(fetch, url.href, name, {});
  const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  return type === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

async function compiled(
  name: string,
  compile: () => Promise<WebAssembly.Module>,
): Promise<WebAssembly.Module> {
  try {
    return await compile();
  } catch (cause) {
    if (cause instanceof DocfuseError) throw cause;
    throw damaged(name, `does not compile: ${errorData(cause).message}`, cause);
  }
}

/** Shares one load among callers and forgets a failed one, so that the next caller tries again. */
function onceLoaded<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
