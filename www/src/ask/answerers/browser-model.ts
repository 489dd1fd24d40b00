/**
 * Entry of `docfuse-ask-model.js`: the model of the browser, by the Prompt API. A session is created for each question,
 * so that the conversation never overflows its window.
 */

import type { Answerer, AnswerSession, AskState, Start } from "../answerer.js";
import { AskError } from "../errors.js";

/** The parts of the Prompt API that we use; browsers before its renaming have those at the end. */
interface LanguageModelSession {
  promptStreaming(text: string, options: { signal?: AbortSignal }): ReadableStream<string>;
  destroy(): void;
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  measureContextUsage?(text: string, options: { signal?: AbortSignal }): Promise<number>;
  readonly inputQuota?: number;
  readonly inputUsage?: number;
  measureInputUsage?(text: string, options: { signal?: AbortSignal }): Promise<number>;
}

interface LanguageModelClass {
  availability(options: object): Promise<AskState>;
  create(options: object): Promise<LanguageModelSession>;
}

/** Tokens of a window that is said to be endless. */
const ENDLESS = 32_768;

export function answerer(): Answerer {
  return { state, start };
}

function model(): LanguageModelClass | undefined {
  return (globalThis as { LanguageModel?: LanguageModelClass }).LanguageModel;
}

/** The languages of questions and answers. */
function expected(language: string): object {
  const text = [{ type: "text", languages: [/^[a-z]+/i.exec(language)?.[0].toLowerCase() ?? "en"] }];
  return { expectedInputs: text, expectedOutputs: text };
}

async function state(language: string): Promise<AskState> {
  // A language that the browser does not know is an error there.
  return (
    (await model()
      ?.availability(expected(language))
      .catch(() => undefined)) ?? "unavailable"
  );
}

async function start({ messages, language, signal, onProgress }: Start): Promise<AnswerSession> {
  const LanguageModel = model();
  if (!LanguageModel) throw new AskError("unavailable", "LanguageModel expected, none found in this browser");
  const monitor = (target: EventTarget) => {
    target.addEventListener("downloadprogress", (event) => {
      const { loaded, total } = event as ProgressEvent;
      onProgress(total > 0 ? Math.min(1, loaded / total) : 0);
    });
  };
  const options = { ...expected(language), ...given(signal), monitor, initialPrompts: messages };
  const session = await LanguageModel.create(options).catch((error: unknown) => fail(error, signal));
  const quota = session.contextWindow ?? session.inputQuota ?? Infinity;
  return {
    quota: Number.isFinite(quota) ? quota : ENDLESS,
    used: session.contextUsage ?? session.inputUsage ?? 0,
    async measure(text) {
      const tokens = session.measureContextUsage
        ? session.measureContextUsage(text, given(signal))
        : session.measureInputUsage?.(text, given(signal));
      return (await tokens?.catch((error: unknown) => fail(error, signal))) ?? text.length / 4;
    },
    async *write(text) {
      // A reader, since streams are not iterable everywhere.
      const reader = session.promptStreaming(text, given(signal)).getReader();
      try {
        for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
      } catch (error) {
        fail(error, signal);
      }
    },
    end: () => session.destroy(),
  };
}

function given(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

function fail(cause: unknown, signal: AbortSignal | undefined): never {
  signal?.throwIfAborted();
  const { name, message } = cause as Error;
  if (name === "NotAllowedError")
    throw new AskError("activation", "a click of the reader expected before the download, none found", {
      cause,
    });
  if (name === "QuotaExceededError")
    throw new AskError("quota", `the model's window is too small: ${message}`, { cause });
  if (name === "NotSupportedError")
    throw new AskError("unavailable", `the browser's model: ${message}`, { cause });
  throw new AskError("answerer", `the browser's model failed: ${message}`, { cause });
}
