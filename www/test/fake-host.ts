/**
 * A host that serves an index from memory, with faults. Its index has a lexical and a dense file, fetched whole, and
 * a pack of three blocks, the middle one with the texts; `FakeIndex` reads its directory.
 */

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { Fetch } from "../src/fetch/http.js";
import type { FileRef, BlockRequest } from "../src/shared/protocol.js";

export const BASE = "https://docs.example/docfuse/";

/** A range with the SHA-256 of its decompressed content. */
export type KnownRange = BlockRequest & { readonly sha256: string };

/** The directory of the index as JSON; the real one is binary. */
export interface Directory {
  readonly lexical: KnownRange;
  readonly texts: KnownRange;
  readonly dense: KnownRange;
}

export const HEADER_BYTES = 16;

/** A file of blocks, each of which says where it begins. */
export function packed(contents: readonly Uint8Array[], level = 6) {
  const members = contents.map((content) => gzipSync(content, { level }));
  let start = HEADER_BYTES;
  for (const member of members) {
    member.writeUInt32LE(start, 4);
    start += member.byteLength;
  }
  return { members, stored: new Uint8Array(Buffer.concat([Buffer.alloc(HEADER_BYTES), ...members])) };
}

/** The encoder in the manifest. */
export interface FakeModel {
  readonly parts: readonly FileRef[];
  /** Absent if the parts have all rows. */
  readonly rows?: { readonly first: FileRef; readonly files: readonly FileRef[]; readonly bytes: number };
  readonly tokenizer: FileRef;
  readonly info: object;
}

export class FakeHost {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly requests: string[] = [];
  /** Files that fail this many more times: with a status, or without a response. */
  readonly faults = new Map<string, { times: number; status?: number }>();
  /** Files whose response waits for a promise. */
  readonly held = new Map<string, Promise<void>>();
  /** Files of which the browser has another copy, and the host says that it is unchanged. */
  readonly unchanged = new Map<string, Uint8Array<ArrayBuffer>>();
  /** Whether the host supports `Range`. */
  ranges = true;
  /** Blocks deployed so far; the last one's id. */
  #blocks = 0;

  /**
   * Deploys a generation whose content depends on `version`, with the encoder `weights`, whose word table has files of
   * its own if `hasRows`.
   */
  deploy(version: string, weights = "weights", hasRows = false): Directory & { readonly model: FakeModel } {
    const [lexical] = this.#put("lexical", version, 1);
    const [, texts] = this.#put("pack", version, 3);
    const [dense] = this.#put("dense", version, 1);
    if (!lexical || !texts || !dense) throw new Error("put() gives `count` ranges");
    const directory = { lexical, texts, dense };
    const whole = this.#putModel(weights);
    const model = hasRows ? { ...whole, rows: this.#putRows() } : whole;
    this.files.set("docfuse.json", encoded(manifestText(directory, { model })));
    return { ...directory, model };
  }

  text(name: string): string {
    return new TextDecoder().decode(this.files.get(name));
  }

  count(name: string): number {
    return this.requests.filter((request) => request === name).length;
  }

  fetch: Fetch = async (url, { cache, headers, signal }) => {
    const name = url.slice(BASE.length).replace(/\?.*/, "");
    this.requests.push(name);
    const aborted = new Promise((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
    await Promise.race([this.held.get(name), aborted]);
    const fault = this.faults.get(name);
    if (fault && fault.times > 0) {
      fault.times -= 1;
      if (fault.status === undefined) throw new TypeError("Failed to fetch");
      return new Response("", { status: fault.status });
    }
    const kept = cache === "reload" ? undefined : this.unchanged.get(name);
    const bytes = kept ?? this.files.get(name);
    if (!bytes) return new Response("", { status: 404 });
    const range = this.ranges ? new Headers(headers).get("range") : null;
    return range === null ? new Response(bytes) : partOf(bytes, range);
  };

  #put(kind: string, version: string, count: number): KnownRange[] {
    const contents = Array.from({ length: count }, (_, index) =>
      encoded(noise(`${kind} ${index} of generation ${version}, `)),
    );
    const { members, stored } = packed(contents);
    const file = `${kind}-${sha256(stored).slice(0, 16)}.hdf`;
    this.files.set(file, stored);
    let end = HEADER_BYTES;
    return contents.map((content, index) => {
      const start = end;
      end += members[index]?.byteLength ?? 0;
      this.#blocks += 1;
      return {
        id: this.#blocks,
        file,
        start,
        end,
        size: stored.byteLength,
        bytes: content.byteLength,
        sha256: sha256(content),
      };
    });
  }

  /** First rows, and two files of three rows of four bytes, each of which is the row's id. */
  #putRows(): Required<FakeModel>["rows"] {
    const put = (kind: string, stored: Uint8Array<ArrayBuffer>): FileRef => {
      const hash = sha256(stored);
      const name = `${kind}-${hash.slice(0, 16)}.hdf`;
      this.files.set(name, stored);
      return { name, bytes: stored.byteLength, stored: stored.byteLength, sha256: hash };
    };
    const files = [0, 3].map((first) => {
      const rows = [0, 1, 2].map((row) => new Uint8Array(4).fill(first + row));
      return put("rows", packed(rows, 0).stored);
    });
    return { first: put("first", encoded("first")), files, bytes: 4 };
  }

  /** Four parts, the last one stored uncompressed, and a tokenizer. */
  #putModel(weights: string): FakeModel {
    const raw = [0, 1, 2, 3, 4].map((part) => encoded(`${weights} ${part}, `.repeat(50)));
    const files = raw.map((content, part) => {
      const stored = part === 3 ? content : new Uint8Array(gzipSync(content));
      const hash = sha256(content);
      const name = `${part === 4 ? "tokenizer" : "model"}-${hash.slice(0, 16)}.hdf`;
      this.files.set(name, stored);
      return { name, bytes: content.byteLength, stored: stored.byteLength, sha256: hash };
    });
    const [tokenizer] = files.splice(4);
    if (!tokenizer) throw new Error("the fifth file is the tokenizer");
    return { parts: files, tokenizer, info: {} };
  }
}

/** A manifest as `docfuse build` writes it, with this `directory` and some members replaced. */
export function manifestText(directory: object, members: object = {}): string {
  const raw = JSON.stringify(directory);
  return JSON.stringify({
    format: "docfuse",
    version: 14,
    analyzer: 8,
    language: "en",
    directory: { bytes: encoded(raw).byteLength, content: gzipSync(raw).toString("base64") },
    model: null,
    languages: {},
    ...members,
  });
}

/** The response of a host that supports `Range`. */
export function partOf(bytes: Uint8Array<ArrayBuffer>, range: string): Response {
  const [, from = "", to = ""] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  const [start, end] = [Number(from), Number(to) + 1];
  if (from === "" || start >= bytes.byteLength) return new Response("", { status: 416 });
  const headers = { "content-range": `bytes ${from}-${to}/${bytes.byteLength}` };
  return new Response(bytes.slice(start, end), { status: 206, headers });
}

/** Some kilobytes that start with `text` and hardly compress; deterministic. */
export function noise(text: string): string {
  const lines = Array.from({ length: 120 }, (_, line) => sha256(encoded(`${text}${line}`)));
  return `${text}${lines.join("\n")}`;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
