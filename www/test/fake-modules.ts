/**
 * A host and two modules for the engine's tests. `FakeIndex` keeps the contract of the Rust search module (need,
 * supply, fail, forget) over three files; its answer names the files it had and whether a vector came, so that
 * tests see what took part. `FakeHost` serves files from memory, with faults.
 */

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Engine } from "../src/engine.js";
import type { Fetch } from "../src/files.js";
import type { EncoderHandle, ModelRef, SearchIndexHandle, Step } from "../src/modules.js";
import type { Degraded, FileRef, FromWorker, Mode, Request, ToWorker } from "../src/protocol.js";

export const BASE = "https://docs.example/docfuse/";

interface Manifest {
  readonly lexical: FileRef;
  readonly texts: FileRef;
  readonly dense: FileRef;
  readonly model: ModelRef;
}

export class FakeIndex implements SearchIndexHandle {
  readonly #manifest: Manifest;
  readonly #supplied = new Set<string>();
  readonly #failed = new Set<string>();
  #trouble = { code: "", message: "" };
  #freed = false;

  constructor(manifest: unknown) {
    this.#manifest = manifest as Manifest;
  }

  supply(name: string, bytes: Uint8Array): void {
    this.#check();
    const file = this.#files().find((known) => known.name === name);
    if (!file || sha256(bytes) !== file.sha256) {
      this.#failed.add(name);
      throw { code: "hash-mismatch", message: `${name} is altered`, file: name };
    }
    this.#supplied.add(name);
  }

  fail(name: string): void {
    this.#check();
    this.#failed.add(name);
  }

  forgetFailures(): void {
    this.#check();
    this.#failed.clear();
  }

  encoderUnavailable(code: string, message: string): void {
    this.#check();
    this.#trouble = { code, message };
  }

  preload(mode: Mode): readonly FileRef[] {
    this.#check();
    const { dense, lexical, texts } = this.#manifest;
    return this.#missing(mode === "lexical" ? [lexical, texts] : [dense, texts]);
  }

  model(): ModelRef | undefined {
    return this.#manifest.model;
  }

  query(request: Request, vector?: Float32Array): Step {
    this.#check();
    const { dense, lexical, texts } = this.#manifest;
    if (request.text === "trap") throw new WebAssembly.RuntimeError("unreachable");
    const wanted = request.mode === "dense" ? [texts] : [texts, lexical];
    if (request.mode !== "lexical" && vector) wanted.push(dense);
    const need = this.#missing(wanted);
    if (need.length > 0) return { need };
    const degraded: Degraded[] = wanted
      .filter((file) => this.#failed.has(file.name))
      .map((file) => ({ retriever: "lexical", code: "file", message: "", file: file.name }));
    if (request.mode !== "lexical" && !vector) degraded.push({ retriever: "dense", ...this.#trouble });
    const { text: query, mode } = request;
    return { answer: { query, mode, degraded: degraded.length > 0 ? degraded : null, total: 0, hits: [] } };
  }

  free(): void {
    this.#freed = true;
  }

  #files(): FileRef[] {
    const { dense, lexical, texts } = this.#manifest;
    return [dense, lexical, texts];
  }

  #missing(files: readonly FileRef[]): FileRef[] {
    return files.filter(({ name }) => !this.#supplied.has(name) && !this.#failed.has(name));
  }

  #check(): void {
    if (this.#freed) throw new Error("called after free()");
  }
}

export class FakeEncoder implements EncoderHandle {
  embed(text: string): Float32Array {
    if (text === "encoder trap") throw new WebAssembly.RuntimeError("unreachable");
    return new Float32Array([1]);
  }

  free(): void {}
}

export class FakeHost {
  readonly files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly requests: string[] = [];
  /** Names that fail this many more times, and how: a status, or no answer at all. */
  readonly faults = new Map<string, { times: number; status?: number }>();
  /** Names that are answered only when the promise resolves. */
  readonly held = new Map<string, Promise<void>>();

  /** Puts a generation on the host whose content is told apart by `version`. */
  deploy(version: string): Manifest {
    const lexical = this.#put("lexical", version);
    const texts = this.#put("texts", version);
    const dense = this.#put("dense", version);
    const model = { model: this.#put("model", "1"), tokenizer: this.#put("tokenizer", "1"), info: {} };
    const manifest = { lexical, texts, dense, model };
    this.files.set("docfuse.json", new TextEncoder().encode(JSON.stringify(manifest)));
    return manifest;
  }

  fetch: Fetch = async (url) => {
    const name = url.slice(BASE.length);
    this.requests.push(name);
    await this.held.get(name);
    const fault = this.faults.get(name);
    if (fault && fault.times > 0) {
      fault.times -= 1;
      if (fault.status === undefined) throw new TypeError("Failed to fetch");
      return new Response("", { status: fault.status });
    }
    const bytes = this.files.get(name);
    return bytes ? new Response(bytes) : new Response("", { status: 404 });
  };

  count(name: string): number {
    return this.requests.filter((request) => request === name).length;
  }

  #put(kind: string, version: string): FileRef {
    const raw = new TextEncoder().encode(`${kind} of generation ${version}, `.repeat(20));
    const stored = new Uint8Array(gzipSync(raw));
    const hash = sha256(raw);
    const name = `${kind}-${hash.slice(0, 16)}.bin`;
    this.files.set(name, stored);
    return { name, bytes: raw.byteLength, stored: stored.byteLength, sha256: hash };
  }
}

/** An engine on a host, its messages collected; `next` waits for the first not yet taken that fits. */
export class Bench {
  readonly host = new FakeHost();
  readonly messages: FromWorker[] = [];
  readonly #engine: Engine;
  #wake: () => void = () => undefined;

  constructor() {
    const modules = { search: async () => FakeIndex, embed: async () => FakeEncoder };
    this.#engine = new Engine(modules, this.host.fetch, (message) => {
      this.messages.push(message);
      this.#wake();
    });
  }

  send(message: ToWorker): void {
    this.#engine.receive(message);
  }

  ask(id: number, text: string, options: { mode?: Mode; late?: boolean } = {}): void {
    const { mode = "hybrid", late = true } = options;
    this.send({ type: "query", id, request: { text, mode, limit: 10 }, late });
  }

  async next<T extends FromWorker["type"]>(type: T): Promise<Extract<FromWorker, { type: T }>> {
    for (;;) {
      const index = this.messages.findIndex((message) => message.type === type);
      if (index >= 0) {
        const [message] = this.messages.splice(index, 1);
        return message as Extract<FromWorker, { type: T }>;
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** Time for everything under way that waits for nothing to come to its end. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
