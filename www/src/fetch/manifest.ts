/**
 * The manifest `docfuse.json`, which has a fixed name. The page fetches it on opening, the worker when
 * it suspects a new deployment; the worker reads it. Every member that we use is checked: it comes from the network.
 */

import { fromBase64 } from "./base64.js";
import { MAX_DIRECTORY_BYTES, VERSIONS } from "../generated/limits.js";
import { DocfuseError } from "../shared/error.js";
import { readBody, damaged, decompressed, request, retryOnce, type Bytes, type Fetch } from "./http.js";

/** Limit of the manifest in bytes: the largest directory, incompressible and in base64, and the rest. */
const MAX_MANIFEST_BYTES = 96 << 20;

/** The members of a manifest that the worker uses. */
export interface Manifest {
  readonly name: string;
  readonly directory: { readonly bytes: number; readonly content: string };
  /** The encoder, checked by `readModel` only; empty where readers get none. `undefined` for an index without vectors. */
  readonly model: Json | undefined;
  /** Whether queries that do not say it need all their words. */
  readonly needsAll: boolean;
  /** Vectors of the site's rules by meaning, in their order; the search module reads them. */
  readonly meanings: readonly unknown[];
}

/** An unchecked object from JSON. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * The text of a manifest. By default revalidates with the server, which costs few bytes if nothing changed; a host may say
 * so of an error, too.
 */
export function fetchManifest(
  fetch: Fetch,
  base: string,
  name: string,
  first: RequestCache = "no-cache",
): Promise<string> {
  return retryOnce(async (cache = first) => {
    const response = await request(fetch, new URL(name, base).href, name, { cache });
    return new TextDecoder().decode(await readBody(response, name, MAX_MANIFEST_BYTES));
  });
}

/** Parses and checks a manifest. Throws `version` for another format version, `damaged` for anything else. */
export function readManifest(text: string, name: string): Manifest {
  const manifest = parse(text);
  if (manifest["format"] !== "docfuse") {
    throw damaged(name, "is not a Docfuse manifest: is `base` the folder that `docfuse build` wrote?");
  }
  checkVersions(manifest, name);
  const { bytes, content } = object(manifest["directory"]);
  if (!isSize(bytes, MAX_DIRECTORY_BYTES) || typeof content !== "string") {
    throw damaged(name, `has no directory of at most ${MAX_DIRECTORY_BYTES} bytes; build the index anew`);
  }
  const model = manifest["model"];
  const needsAll = manifest["match"] === "all";
  const { rules } = object(manifest["offers"]);
  return {
    name,
    directory: { bytes, content },
    model: model ? object(model) : undefined,
    needsAll,
    meanings: Array.isArray(rules) ? rules.flatMap((rule) => object(rule)["vectors"] ?? []) : [],
  };
}

/** The decoded directory, which the search module starts from. Rejects with `damaged`. */
export async function openDirectory({ name, directory }: Manifest): Promise<Bytes> {
  let stored: Bytes;
  try {
    stored = fromBase64(directory.content);
  } catch (cause) {
    throw damaged(name, "has a damaged directory", cause);
  }
  const bytes = await decompressed(stored, name, directory.bytes);
  if (bytes.byteLength === directory.bytes) return bytes;
  throw damaged(name, `has a directory of ${bytes.byteLength} bytes, expected ${directory.bytes}`);
}

/** The JSON object in `text`, or an empty one if there is none. */
export function parse(text: string): Json {
  try {
    return object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** `value` if it is an object, or else an empty one. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function checkVersions(manifest: Json, name: string): void {
  for (const [kind, expected] of Object.entries(VERSIONS)) {
    const found = manifest[kind];
    if (found === expected) continue;
    const advice = typeof found === "number" && found > expected ? "reload the page" : "build the index anew";
    const message = `${name}: ${kind} ${expected} expected, ${String(found)} found; ${advice}`;
    throw new DocfuseError("version", message, name);
  }
}

/** Whether `value` is a whole number from 0 to `limit`. */
export function isSize(value: unknown, limit: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= limit;
}
