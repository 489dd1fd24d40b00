/** Why no answer was written. Aborting rejects with the signal's reason instead, failed retrieval with a `DocfuseError`. */

export type AskErrorCode =
  /** An option has the wrong type or form. */
  | "request"
  /** No answerer is here: the browser has no model, or none for this language. */
  | "unavailable"
  /** The browser's model must be downloaded first, which only a click or a key of the reader may start. */
  | "activation"
  /** The question alone, or all of the prompt, is longer than what the answerer takes. */
  | "quota"
  /** The page's content security policy forbids the endpoint: name it in `connect-src`. */
  | "policy"
  /** The endpoint cannot be reached, or does not admit this origin (CORS). */
  | "network"
  /** The endpoint answered with an error, whose HTTP status the message names. */
  | "refused"
  /** The endpoint does not speak the streaming chat protocol. */
  | "protocol"
  /** The answerer failed or stopped while it wrote. */
  | "answerer";

export class AskError extends Error {
  override readonly name = "AskError";
  readonly code: AskErrorCode;
  /** With `quota`: the tokens that the answerer takes, if it says so. */
  readonly quota: number | undefined;

  constructor(code: AskErrorCode, message: string, options?: ErrorOptions & { quota?: number }) {
    super(message, options);
    this.code = code;
    this.quota = options?.quota;
  }
}

/** The code of an error that may come from another script, which has a class of its own. */
export function codeOf(error: unknown): AskErrorCode | undefined {
  const { name, code } = (error ?? {}) as Partial<AskError>;
  return name === "AskError" ? code : undefined;
}
