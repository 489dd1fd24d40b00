/**
 * Two modules for the engine's tests. `FakeIndex` keeps the contract of the Rust search module (need, supply, fail,
 * forget) over three pieces; its answer names the files it had and whether a vector came, so that tests see what
 * took part.
 */

import { Engine } from "../src/engine.js";
import type { EncoderHandle, SearchIndexHandle, Step } from "../src/modules.js";
import type { Degraded, EncoderPolicy, FromWorker, Mode, Piece, Request, ToWorker } from "../src/protocol.js";
import { BASE, FakeHost, sha256, type Directory, type KnownPiece } from "./fake-host.js";

export class FakeIndex implements SearchIndexHandle {
  readonly #directory: Directory;
  readonly #supplied = new Set<Piece>();
  readonly #failed = new Set<Piece>();
  #trouble = { code: "", message: "" };
  #freed = false;

  constructor(directory: Uint8Array) {
    this.#directory = JSON.parse(new TextDecoder().decode(directory)) as Directory;
  }

  supply(file: string, start: number, bytes: Uint8Array): void {
    this.#check();
    const piece = this.#piece(file, start);
    if (sha256(bytes) !== piece.sha256) {
      this.#failed.add(piece);
      throw { code: "damaged", message: `${file} is altered`, file };
    }
    this.#supplied.add(piece);
  }

  fail(file: string, start: number): void {
    this.#check();
    this.#failed.add(this.#piece(file, start));
  }

  forgetFailures(): void {
    this.#check();
    this.#failed.clear();
  }

  encoderUnavailable(code: string, message: string): void {
    this.#check();
    this.#trouble = { code, message };
  }

  preload(mode: Mode): readonly Piece[] {
    this.#check();
    const { dense, lexical, texts } = this.#directory;
    return this.#missing(mode === "lexical" ? [lexical, texts] : [dense, texts]);
  }

  query(request: Request, vector?: Float32Array): Step {
    this.#check();
    const { dense, lexical, texts } = this.#directory;
    if (request.text === "trap") throw new WebAssembly.RuntimeError("unreachable");
    const wanted = request.mode === "dense" ? [texts] : [texts, lexical];
    if (request.mode !== "lexical" && vector) wanted.push(dense);
    const need = this.#missing(wanted);
    if (need.length > 0) return { need };
    const degraded: Degraded[] = wanted
      .filter((piece) => this.#failed.has(piece))
      .map(({ file }) => ({ retriever: "lexical", code: "file", message: "", file }));
    if (request.mode !== "lexical" && !vector) degraded.push({ retriever: "dense", ...this.#trouble });
    const { text: query, mode } = request;
    const found = { total: 0, hits: [], corrections: [], facets: null };
    return { answer: { query, mode, degraded: degraded.length > 0 ? degraded : null, ...found } };
  }

  free(): void {
    this.#freed = true;
  }

  #piece(file: string, start: number): KnownPiece {
    const { dense, lexical, texts } = this.#directory;
    const piece = [dense, lexical, texts].find((known) => known.file === file && known.start === start);
    if (!piece) throw new Error(`${file} from ${start} on was not asked for`);
    return piece;
  }

  #missing(pieces: readonly KnownPiece[]): KnownPiece[] {
    return pieces.filter((piece) => !this.#supplied.has(piece) && !this.#failed.has(piece));
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

/** An engine on a host, its messages collected; `next` waits for the first not yet taken that fits. */
export class Bench {
  readonly host = new FakeHost();
  readonly messages: FromWorker[] = [];
  readonly #engine: Engine;
  #wake: () => void = () => undefined;

  constructor() {
    const modules = {
      search: async () => FakeIndex,
      fullSearch: async () => FakeIndex,
      embed: async () => FakeEncoder,
    };
    this.#engine = new Engine(modules, this.host.fetch, (message) => {
      this.messages.push(message);
      this.#wake();
    });
  }

  send(message: ToWorker): void {
    this.#engine.receive(message);
  }

  /** What the page does: gives the worker the manifest that it fetched. */
  open(encoder: EncoderPolicy, name = "docfuse.json"): void {
    this.send({ type: "open", base: BASE, manifest: { name, text: this.host.text(name) }, encoder });
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
