/**
 * `docfuse.json`, the one file with a fixed name: fetched by the page at the opening (and by the worker when it
 * suspects a new deployment), read by the worker. It comes from the network, so everything used is checked.
 */

import { fromBase64 } from "./base64.js";
import { DocfuseError } from "./error.js";
import { address, body, damaged, opened, request, twice, type Bytes, type Fetch } from "./fetching.js";

/** The manifest of a site's main language. */
export const MANIFEST = "docfuse.json";

/** What this version of Docfuse reads; both change together with the Rust side's. */
const VERSIONS = { version: 4, analyzer: 3 } as const;

/** Bytes of the directory once opened: about 64 for each section, so enough for a million of them. */
const MAX_DIRECTORY_BYTES = 64 << 20;

/** Bytes of the manifest: the largest directory in base64, if it could not be compressed, and the rest. */
const MAX_MANIFEST_BYTES = 96 << 20;

/** What the worker uses of a manifest. */
export interface Manifest {
  readonly name: string;
  readonly directory: { readonly bytes: number; readonly content: string };
  /** The encoder, not checked: `readModel` does. `undefined` for an index without vectors. */
  readonly model: Json | undefined;
  /** Whether the host is said to send several ranges of a file in one answer. */
  readonly multipart: boolean;
}

/** An object out of JSON, not checked. */
export type Json = Readonly<Record<string, unknown>>;

/** The text of a manifest, always checked with the server so that a new deployment is seen. */
export function fetchManifest(fetch: Fetch, base: string, name: string): Promise<string> {
  return twice(async () => {
    const response = await request(fetch, address(base, name), name, { cache: "no-cache" });
    return new TextDecoder().decode(await body(response, name, MAX_MANIFEST_BYTES));
  });
}

/** Parses and checks. Throws `version` for an index of another version, `damaged` for all else. */
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
  const multipart = manifest["multipart"] === true;
  return { name, directory: { bytes, content }, model: model ? object(model) : undefined, multipart };
}

/** The directory that the search module starts from. */
export async function openDirectory({ name, directory }: Manifest): Promise<Bytes> {
  let stored: Bytes;
  try {
    stored = fromBase64(directory.content);
  } catch (cause) {
    throw damaged(name, "has a directory that is not base64", cause);
  }
  const bytes = await opened(stored, name, directory.bytes);
  if (bytes.byteLength === directory.bytes) return bytes;
  throw damaged(name, `has a directory of ${bytes.byteLength} bytes, expected ${directory.bytes}`);
}

/** The JSON object that `text` holds; one without members if it holds none. */
export function parse(text: string): Json {
  try {
    return object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** `value` if it is an object, or else one without members. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}

function checkVersions(manifest: Json, name: string): void {
  for (const [kind, expected] of Object.entries(VERSIONS)) {
    const found = manifest[kind];
    if (found === expected) continue;
    const advice =
      typeof found === "number" && found > expected
        ? "reload the page, for scripts that belong to this index"
        : "build the index anew with this version of Docfuse";
    const message = `${name}: ${kind} ${expected} expected, ${String(found)} found; ${advice}`;
    throw new DocfuseError("version", message, name);
  }
}

export function isSize(value: unknown, limit: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= limit;
}
