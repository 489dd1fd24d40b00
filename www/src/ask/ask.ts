/**
 * `ask`: an answer to a question, written by a model from the sections that a search finds, with citations that are
 * checked. Nothing is asked of anyone but the answerer that was chosen.
 */

import type { Search } from "../client/search.js";
import type { ContextOptions } from "../client/query-options.js";
import type { Context, ContextSection } from "../shared/protocol.js";
import type { Answerer, AnswererChoice, AnswerSession, AskState, Message } from "./answerer.js";
import { chosen } from "./choose.js";
import { sentencesOf, type Sentence } from "./citations.js";
import { AskError, codeOf } from "./errors.js";
import { blocksOf, proseOf } from "./markdown.js";
import { promptWithin, REFUSAL, SYSTEM } from "./prompt.js";
import { untilAborted } from "./until-aborted.js";
import { Written } from "./written.js";

/** Characters of the question before that still help to find sections for the next one. */
const MAX_BEFORE = 200;

export interface AskOptions extends Pick<ContextOptions, "filters" | "version" | "maxPerPage"> {
  /** Default `browser`. */
  readonly answerer?: AnswererChoice | undefined;
  /** Questions and answers before; gets this one, too. */
  readonly conversation?: Conversation | undefined;
  /** Stops retrieval, download and answer; rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called when the state of the answerer is known, and as its model arrives: `progress` is the share, 0 to 1. */
  readonly onState?: ((state: AskState, progress?: number) => void) | undefined;
}

/** A question and its answer, as told to the answerer with the next question. */
export interface Exchange {
  readonly question: string;
  readonly answer: string;
}

/** Questions that belong together. What no longer fits the answerer's quota is left out, oldest first. */
export class Conversation {
  readonly exchanges: Exchange[] = [];
}

/** A section that was given, and may be cited by its number, from 1 on. */
export interface Source extends ContextSection {
  readonly number: number;
}

export interface AskAnswer {
  /** In Markdown, with citations such as `[2]`; empty if it was refused. Which of its numbers cite, `sentences` say. */
  readonly text: string;
  /** Of all that is no heading and no code. Those without citations are claims of the model alone. */
  readonly sentences: readonly Sentence[];
  /** Sections that are cited, in the order of their numbers. */
  readonly sources: readonly Source[];
  /** Whether the sections do not say it, as the model says, or because nothing was found. */
  readonly refused: boolean;
  /** What retrieval found, with what was missing from it. */
  readonly context: Context;
}

/** The sections first, then the text as it is written, then all of it. */
export type AskPart =
  | { readonly type: "sources"; readonly sources: readonly Source[] }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "answer"; readonly answer: AskAnswer };

const OPTIONS = ["answerer", "conversation", "signal", "onState", "filters", "version", "maxPerPage"];

/** The state of an answerer for documentation in `language`, a tag. */
export async function askState(choice: AnswererChoice = "browser", language = "en"): Promise<AskState> {
  return (await chosen(choice)).state(language);
}

/** Rejects with `AskError`, with `DocfuseError` if nothing could be looked up, or with the reason of `signal`. */
export async function* ask(
  search: Pick<Search, "context" | "language">,
  question: string,
  options: AskOptions = {},
): AsyncGenerator<AskPart, void, void> {
  const parts = partsOf(search, question, options);
  try {
    for (;;) {
      const { done, value } = await untilAborted(parts.next(), options.signal);
      if (done) return;
      yield value;
    }
  } finally {
    // Who does not listen to the signal is not waited for.
    await untilAborted(parts.return(), options.signal).catch(() => undefined);
  }
}

async function* partsOf(
  search: Pick<Search, "context" | "language">,
  question: string,
  options: AskOptions,
): AsyncGenerator<AskPart, void, void> {
  const {
    answerer: choice = "browser",
    conversation = new Conversation(),
    signal,
    onState,
    ...asked
  } = options;
  if (typeof question !== "string" || question.trim() === "")
    throw new AskError("request", `a question expected, ${String(question) || "an empty text"} found`);
  const other = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (other !== undefined) throw new AskError("request", `an option of \`ask\` expected, ${other} found`);
  signal?.throwIfAborted();
  const answerer = await chosen(choice);
  const state = await answerer.state(search.language);
  onState?.(state);
  if (state === "unavailable")
    throw new AskError("unavailable", "an answerer that is here expected, none found");
  // First, since a download may only begin soon after a click.
  const session = await started(answerer, conversation, search.language, signal, (share) => {
    // A model that is here has come whole.
    if (state !== "available") onState?.(share < 1 ? "downloading" : "available", share);
  });
  try {
    const before = conversation.exchanges.at(-1)?.question.slice(0, MAX_BEFORE);
    const found: { context?: Context } = {};
    const find = async (maxTokens: number) => {
      const text = before === undefined ? question : `${question} ${before}`;
      return (found.context = await search.context(text, { ...asked, maxTokens, signal }));
    };
    const { text: prompt, sections } = await promptWithin(session, question, find, signal);
    const { context } = found as { context: Context };
    const sources = sections.map((section, at) => ({ ...section, number: at + 1 }));
    yield { type: "sources", sources };
    const written = new Written(sources.length);
    if (sources.length > 0)
      for await (const text of written.through(session.write(prompt, signal))) yield { type: "text", text };
    signal?.throwIfAborted();
    const { text } = written;
    const refused = written.isRefused || sources.length === 0;
    if (!refused && text.trim() === "")
      throw new AskError("answerer", "an answer expected, an empty text found");
    const sentences = proseOf(blocksOf(text)).flatMap((prose) =>
      sentencesOf(prose, search.language, sources.length),
    );
    const cited = new Set(sentences.flatMap(({ citations }) => citations));
    conversation.exchanges.push({ question, answer: refused ? REFUSAL : text });
    const answer = {
      text,
      sentences,
      sources: sources.filter(({ number }) => cited.has(number)),
      refused,
      context,
    };
    yield { type: "answer", answer };
  } finally {
    session.end();
  }
}

/** A session with as much of the conversation as leaves half of the quota free. */
async function started(
  answerer: Answerer,
  { exchanges }: Conversation,
  language: string,
  signal: AbortSignal | undefined,
  onProgress: (share: number) => void,
): Promise<AnswerSession> {
  for (;;) {
    const before = exchanges.flatMap(({ question, answer }): Message[] => [
      { role: "user", content: question },
      { role: "assistant", content: answer },
    ]);
    const messages: Message[] = [{ role: "system", content: SYSTEM }, ...before];
    try {
      const session = await answerer.start({ messages, language, signal, onProgress });
      if (exchanges.length === 0 || session.used <= session.quota / 2) return session;
      session.end();
    } catch (error) {
      if (exchanges.length === 0 || codeOf(error) !== "quota") throw error;
    }
    exchanges.shift();
  }
}
