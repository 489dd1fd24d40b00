/**
 * The web worker: binds the engine to the worker's own messages and to the two wasm modules.
 *
 * The JavaScript glue of both modules is in this one script: the encoder's part is about 2 KB compressed, less
 * than a further request costs, and bundlers that write workers as classic scripts can't split them.
 */

import initEmbed, { Encoder } from "docfuse_embed";
import initSearch, { SearchIndex } from "docfuse_search";
import { DocfuseError } from "./error.js";
import { Engine } from "./engine.js";
import type { FromWorker, ToWorker } from "./protocol.js";

/** What is used of the worker's global scope (TypeScript's DOM library describes the page's). */
interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

const scope = globalThis as unknown as WorkerScope;

const search = onceLoaded(async () => {
  await initSearch({ module_or_path: await compile(new URL("./docfuse_search.wasm", import.meta.url)) });
  return SearchIndex;
});

const embed = onceLoaded(async () => {
  await initEmbed({ module_or_path: await compile(new URL("./docfuse_embed.wasm", import.meta.url)) });
  return Encoder;
});

const engine = new Engine(
  { search, embed },
  (url, init) => fetch(url, init),
  (message) => scope.postMessage(message),
);
scope.onmessage = ({ data }) => engine.receive(data);

/** Compiles while the bytes arrive; a host that does not know the MIME type of wasm costs only that. */
async function compile(url: URL): Promise<WebAssembly.Module> {
  const name = url.pathname.slice(url.pathname.lastIndexOf("/") + 1);
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new DocfuseError("network", `${url.href} could not be fetched`, name, { cause });
  }
  if (!response.ok) {
    const code = response.status === 404 ? "not-found" : "network";
    throw new DocfuseError(code, `${url.href} answered with status ${response.status}`, name);
  }
  try {
    const type = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
    return type === "application/wasm"
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DocfuseError("damaged", `${name} does not compile: ${why}`, name, { cause });
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
