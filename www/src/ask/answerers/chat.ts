/**
 * Entry of `docfuse-ask-chat.js`: an endpoint that speaks OpenAI's streaming chat protocol, by `fetch`: events whose data
 * is JSON with a piece of the answer, until `[DONE]`.
 */

import { QUOTA, type Answerer, type ChatEndpoint, type Message, type Writing } from "../answerer.js";
import { AskError } from "../errors.js";
import { estimatedSession } from "../estimate.js";

/** Characters of one event; more is no piece of an answer. */
const MAX_EVENT = 1 << 20;

/** Characters of an error's message that are told. */
const MAX_TOLD = 200;

/** Between two pieces of an answer; the first one may wait for a slow machine to read its prompt. */
const SILENT_MS = 60_000;
const FIRST_MS = 300_000;

/** How long a violation of the policy may follow the failure that it causes. */
const POLICY_MS = 50;

export function answerer(endpoint: ChatEndpoint): Answerer {
  return {
    state: () => Promise.resolve("available"),
    start: ({ messages }) =>
      Promise.resolve(
        estimatedSession(messages, endpoint.quota ?? QUOTA, (text, writing) =>
          write(endpoint, [...messages, { role: "user", content: text }], writing),
        ),
      ),
  };
}

async function* write(
  { url, model, headers }: ChatEndpoint,
  messages: readonly Message[],
  { signal, maxTokens, onCut }: Writing,
): AsyncGenerator<string> {
  const { href } = new URL(url, globalThis.document?.baseURI);
  const named = model !== undefined && { model };
  const body = JSON.stringify({ ...named, messages, stream: true, max_tokens: maxTokens });
  const response = await request(href, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream", ...headers },
    body,
    credentials: "same-origin",
    // Question and sections go to the host that the reader was told, and to no other.
    redirect: "manual",
    ...(signal && { signal }),
  });
  try {
    if (!response.ok) throw await refused(response, href);
    const type = response.headers.get("content-type") ?? "no type";
    if (!response.body || !/^text\/event-stream/i.test(type))
      throw new AskError("protocol", `text/event-stream of ${href} expected, ${type} found`);
    let isWhole = false;
    for await (const data of events(response.body, href)) {
      if (data === "[DONE]") return;
      const { content, finished } = pieceOf(data, href);
      isWhole ||= finished !== "";
      if (finished === "length") onCut();
      if (content !== "") yield content;
    }
    // Some browsers end a stream whose connection was lost as if it were whole.
    if (!isWhole)
      throw new AskError("network", `[DONE] of ${href} expected, the end of the connection found`);
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof AskError) throw cause;
    throw new AskError("network", `${href} stopped while it answered: ${String(cause)}`, { cause });
  } finally {
    // A reader who has read enough leaves the rest.
    if (response.body && !response.body.locked) await response.body.cancel().catch(() => undefined);
  }
}

/** A policy and a host that does not admit this origin fail alike; only the policy is told by an event. */
async function request(href: string, init: RequestInit): Promise<Response> {
  let isForbidden = false;
  const onViolation = (event: SecurityPolicyViolationEvent) => {
    const { disposition, effectiveDirective, blockedURI } = event;
    if (disposition === "enforce" && effectiveDirective === "connect-src" && href.startsWith(blockedURI))
      isForbidden = true;
  };
  const page = globalThis.document as Document | undefined;
  page?.addEventListener("securitypolicyviolation", onViolation);
  try {
    return await fetch(href, init);
  } catch (cause) {
    init.signal?.throwIfAborted();
    await new Promise((resolve) => setTimeout(resolve, POLICY_MS));
    const { origin } = new URL(href);
    if (isForbidden)
      throw new AskError("policy", `${origin} expected in connect-src of the page's policy, not found`, {
        cause,
      });
    throw new AskError(
      "network",
      `no answer of ${href}: it is down${page ? `, or does not admit ${location.origin} (CORS)` : ""}`,
      {
        cause,
      },
    );
  } finally {
    page?.removeEventListener("securitypolicyviolation", onViolation);
  }
}

/** Why there is no answer, as status and message say. A request that was too long says how long it may be. */
async function refused(response: Response, href: string): Promise<AskError> {
  const { type, status } = response;
  const { error } = await toldBy(response);
  const said = error === undefined ? "" : ` (${messageOf(error)})`;
  const found = type === "opaqueredirect" ? "a redirect, which is not followed," : `status ${status}${said}`;
  const message = `an answer of ${href} expected, ${found} found`;
  const quota = status === 400 || status === 413 ? limitOf(error) : undefined;
  return quota === undefined ? new AskError("refused", message) : new AskError("quota", message, { quota });
}

/** The body of a refusal. A message comes in one piece; the status alone says enough. */
async function toldBy({ body }: Response): Promise<{ readonly error?: unknown }> {
  const reader = body?.getReader();
  try {
    const { value } = (await reader?.read()) ?? {};
    return Object(JSON.parse(new TextDecoder().decode(value))) as { error?: unknown };
  } catch {
    return {};
  } finally {
    await reader?.cancel().catch(() => undefined);
  }
}

/** The tokens that a server takes, by the error of llama.cpp, or the sentence of OpenAI's and those like it. */
function limitOf(error: unknown): number | undefined {
  const { n_ctx: window, message } = Object(error) as { n_ctx?: unknown; message?: unknown };
  const said = /(?:context (?:length|size|window)|maximum)\D{0,40}?(\d{3,7})(?: tokens)?/i.exec(
    `${String(message)}`,
  );
  const limit = typeof window === "number" ? window : Number(said?.[1] ?? NaN);
  return Number.isSafeInteger(limit) && limit > 0 ? limit : undefined;
}

/** What an error of the protocol says. */
function messageOf(error: unknown): string {
  const { message = error } = (error ?? {}) as { message?: unknown };
  return (typeof message === "string" ? message : (JSON.stringify(message) ?? "")).slice(0, MAX_TOLD);
}

/** The data of each event of a stream. */
async function* events(body: ReadableStream<Uint8Array>, href: string): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let isFirst = true;
  try {
    for (;;) {
      const { done, value } = await within(isFirst ? FIRST_MS : SILENT_MS, reader.read(), href);
      isFirst = false;
      text += decoder.decode(value, { stream: !done });
      const lines = text.split(/\r?\n|\r(?!$)/);
      text = lines.pop() ?? "";
      if (text.length > MAX_EVENT)
        throw new AskError(
          "protocol",
          `events of at most ${MAX_EVENT} characters of ${href} expected, more found`,
        );
      // Without its end, a last line is an event cut off, unless it is the end of all.
      for (const line of done && text === "data: [DONE]" ? [...lines, text] : lines) {
        const data = /^data: ?(.*)/.exec(line)?.[1];
        if (data !== undefined) yield data;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** What comes within some milliseconds. */
async function within<T>(ms: number, step: Promise<T>, href: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    const message = `an answer of ${href} expected, nothing for ${ms / 1000} seconds found`;
    timer = setTimeout(() => reject(new AskError("network", message)), ms);
  });
  return Promise.race([step, silent]).finally(() => clearTimeout(timer));
}

interface Piece {
  readonly content: string;
  /** Why the endpoint says that this is the last one: `stop`, `length`; empty if it does not. */
  readonly finished: string;
}

function pieceOf(data: string, href: string): Piece {
  let found: unknown;
  try {
    found = JSON.parse(data);
  } catch {
    throw new AskError("protocol", `JSON in the events of ${href} expected, ${data.slice(0, 80)} found`);
  }
  const { error, choices } = (found ?? {}) as {
    error?: unknown;
    choices?: ({ delta?: { content?: unknown }; finish_reason?: string | null } | null)[];
  };
  if (error) throw new AskError("refused", `an answer of ${href} expected, found: ${messageOf(error)}`);
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  const content = choice?.delta?.content;
  return { content: typeof content === "string" ? content : "", finished: `${choice?.finish_reason || ""}` };
}
