/**
 * `ask`: an answer to a question, written by a model from the sections that a search finds, with citations that are
 * checked. Nothing is asked of anyone but the answerer that was chosen.
 */

import type { Search } from "../client/search.js";
import type { ContextOptions } from "../client/query-options.js";
import type { Context, ContextSection, Fit } from "../shared/protocol.js";
import type { Answerer, AnswererChoice, AnswerSession, AskState, Message } from "./answerer.js";
import { chosen } from "./choose.js";
import { sentencesOf, type Sentence } from "./citations.js";
import { AskError, codeOf } from "./errors.js";
import { blocksOf, proseOf } from "./markdown.js";
import { promptWithin, REFUSAL, SYSTEM, type Asked, type Prompt } from "./prompt.js";
import { withoutThoughts } from "./thoughts.js";
import { untilAborted } from "./until-aborted.js";
import { Written, type Cut } from "./written.js";

/** Characters of the question before that still help to find sections for the next one. */
const MAX_BEFORE = 200;

/** Share of a server's own limit that our estimates keep to. */
const SURE_SHARE = 0.7;

export interface AskOptions extends Pick<ContextOptions, "filters" | "version" | "maxPerPage"> {
  /** Default `browser`. */
  readonly answerer?: AnswererChoice | undefined;
  /** Questions and answers before; gets this one, too. */
  readonly conversation?: Conversation | undefined;
  /** Stops retrieval, download and answer; rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Goes on with the last answer of the conversation, which was cut off; the question is that answer's. */
  readonly goOn?: boolean | undefined;
  /** Called if the model writes thoughts before its answer, which nobody is shown. */
  readonly onThought?: (() => void) | undefined;
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

  /** @internal The rest of an answer belongs to what is there of it. */
  add({ question, goOn }: Asked, answer: string): void {
    const last = goOn ? this.exchanges.pop() : undefined;
    this.exchanges.push({ question, answer: last ? `${last.answer} ${answer}` : answer });
  }
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
  /** Why the text is not whole, if so: `length`, or it `repeats` itself and was stopped. `goOn` asks for the rest. */
  readonly cut: Cut | undefined;
  /** What retrieval found, with what was missing from it. */
  readonly context: Context;
}

/**
 * The sections first, with their fit: `weak` if they hardly deal with the question, by the search. Then the text as it is
 * written, then all of it.
 */
export type AskPart =
  | { readonly type: "sources"; readonly sources: readonly Source[]; readonly fit?: Fit | undefined }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "answer"; readonly answer: AskAnswer };

const OPTIONS = [
  "answerer",
  "conversation",
  "signal",
  "goOn",
  "onState",
  "onThought",
  "filters",
  "version",
  "maxPerPage",
];

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
    goOn = false,
    onState,
    onThought,
    ...chosenBy
  } = options;
  check(question, options);
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
    const text = before === undefined || goOn ? question : `${question} ${before}`;
    const find = (maxTokens: number) => search.context(text, { ...chosenBy, maxTokens, signal });
    const { language } = search;
    yield* answered({ session, conversation, find, signal, language, onThought }, { question, goOn });
  } finally {
    session.end();
  }
}

function check(question: unknown, options: AskOptions): void {
  if (typeof question !== "string" || question.trim() === "")
    throw new AskError("request", `a question expected, ${String(question) || "an empty text"} found`);
  const other = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (other !== undefined) throw new AskError("request", `an option of \`ask\` expected, ${other} found`);
  if (options.goOn && !options.conversation?.exchanges[0])
    throw new AskError("request", "a conversation with an answer expected to go on with, none found");
}

/** What an answer is made with. */
interface Means {
  readonly session: AnswerSession;
  readonly conversation: Conversation;
  readonly find: (maxTokens: number) => Promise<Context>;
  readonly signal: AbortSignal | undefined;
  readonly language: string;
  readonly onThought: (() => void) | undefined;
}

/** Asks again with less if the answerer says that it takes less than its session did. */
async function* answered(means: Means, asked: Asked): AsyncGenerator<AskPart, void, void> {
  try {
    yield* answeredWithin(means, asked, means.session.quota);
  } catch (error) {
    const limit = error instanceof AskError ? error.quota : undefined;
    if (limit === undefined) throw error;
    // Its tokens are its own, ours are estimated.
    yield* answeredWithin(means, asked, Math.floor(Math.min(limit, means.session.quota) * SURE_SHARE));
  }
}

async function* answeredWithin(
  means: Means,
  asked: Asked,
  quota: number,
): AsyncGenerator<AskPart, void, void> {
  const { session, conversation, find, signal, language } = means;
  const found: { context?: Context } = {};
  const looked = async (maxTokens: number) => (found.context = await find(maxTokens));
  const prompt = await promptWithin(session, asked, looked, signal, quota);
  const { context } = found as { context: Context };
  const sources = prompt.sections.map((section, at) => ({ ...section, number: at + 1 }));
  yield { type: "sources", sources, fit: context.fit };
  const written = new Written(sources.length);
  let isWhole = false;
  try {
    // Where nothing is near, nobody is asked.
    if (sources.length > 0) yield* texts(means, prompt, written);
    isWhole = true;
  } finally {
    // What a reader has seen of it can be gone on with.
    if (!isWhole && written.text !== "") conversation.add(asked, written.text);
  }
  const { text, cut } = written;
  const refused = written.isRefused || sources.length === 0;
  if (!refused && text.trim() === "")
    throw new AskError("answerer", "an answer expected, an empty text found");
  const sentences = proseOf(blocksOf(text)).flatMap((prose) => sentencesOf(prose, language, sources.length));
  const cited = new Set(sentences.flatMap(({ citations }) => citations));
  conversation.add(asked, refused ? REFUSAL : text);
  const answer = {
    text,
    sentences,
    sources: sources.filter(({ number }) => cited.has(number)),
    refused,
    cut,
    context,
  };
  yield { type: "answer", answer };
}

/** The text as it is written. */
async function* texts(
  { session, signal, onThought }: Means,
  { text: prompt, room: maxTokens }: Prompt,
  written: Written,
): AsyncGenerator<AskPart, void, void> {
  const onCut = () => (written.cut = "length");
  const pieces = session.write(prompt, { signal, maxTokens, onCut });
  for await (const text of written.through(withoutThoughts(pieces, () => onThought?.())))
    yield { type: "text", text };
  signal?.throwIfAborted();
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
