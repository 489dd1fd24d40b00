/**
 * What writes answers. An `Answerer` says whether it is there, and starts a session for each question; the session says
 * how much it takes, and writes. Those of the package are in `answerers/`, one module each, loaded when used.
 */

/** As in the Prompt API. `downloadable` and `downloading` are of a model that the browser brings. */
export type AskState = "available" | "downloadable" | "downloading" | "unavailable";

export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface Start {
  /** What the answerer is told, and the questions and answers before, oldest first. */
  readonly messages: readonly Message[];
  /** Tag of the language of the documentation; empty if unknown. */
  readonly language: string;
  readonly signal: AbortSignal | undefined;
  /** Called with the share of the model that has arrived, 0 to 1. */
  onProgress(share: number): void;
}

/** Of one answer that is written. */
export interface Writing {
  readonly signal: AbortSignal | undefined;
  /** Tokens that it has room for. */
  readonly maxTokens: number;
  /** Called if the answerer ends it for its length. */
  onCut(): void;
}

export interface AnswerSession {
  /** Tokens that it takes, of questions and answers together. */
  readonly quota: number;
  /** Tokens of what it was started with. */
  readonly used: number;
  /** Tokens of a further text. */
  measure(text: string, signal: AbortSignal | undefined): Promise<number>;
  /** Writes the answer to `text`, in pieces of any size. */
  write(text: string, writing: Writing): AsyncIterable<string>;
  end(): void;
}

export interface Answerer {
  state(language: string): Promise<AskState>;
  /** Rejects with an `AskError`, or the signal's reason. */
  start(start: Start): Promise<AnswerSession>;
}

/** A function of an author. It gets all messages, and yields or resolves to the answer in Markdown. */
export type AnswerFunction = (
  messages: readonly Message[],
  options: { readonly signal: AbortSignal | undefined },
) => AsyncIterable<string> | Promise<string | AsyncIterable<string>>;

/** An endpoint with OpenAI's streaming chat protocol. */
export interface ChatEndpoint {
  /** Of the chat completions, absolute or relative to the document: `https://…/v1/chat/completions`. */
  readonly url: string | URL;
  readonly model?: string | undefined;
  /** Further headers. A key in a page is everyone's: let a server of yours add it. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Tokens that the model takes, of question, sections and answer together; default 4,096. */
  readonly quota?: number | undefined;
}

/** Ollama on the reader's own machine. */
export interface OllamaModel {
  /** Name of the model, such as `llama3.2`. */
  readonly ollama: string;
  readonly quota?: number | undefined;
}

/** `browser`: the model of the browser. */
export type AnswererChoice = "browser" | AnswerFunction | ChatEndpoint | OllamaModel;

/** Where Ollama listens: no other machine can answer there. */
export const OLLAMA_URL = "http://127.0.0.1:11434/v1/chat/completions";

export const QUOTA = 4096;
