/** What some models write before their answer, between `<think>` and `</think>`: nobody is shown it. */

import { AskError } from "./errors.js";

const BEGIN = "<think>";
const END = "</think>";

/** Characters of thoughts; a model that thinks longer goes round in circles. */
const MAX_THOUGHTS = 100_000;

/** The pieces of the answer alone. `onThought` is called once, if there are thoughts. */
export async function* withoutThoughts(
  pieces: AsyncIterable<string>,
  onThought: () => void,
): AsyncGenerator<string> {
  /** The beginning, until it is no thought; of thoughts, what may be a part of their end. */
  let held: string | undefined = "";
  let length = 0;
  for await (const piece of pieces) {
    if (typeof piece !== "string") throw new AskError("answerer", `a text expected, ${String(piece)} found`);
    if (held === undefined) {
      yield piece;
      continue;
    }
    held += piece;
    if (length === 0) {
      const begun: string = held.trimStart();
      if (BEGIN.startsWith(begun)) continue;
      if (!begun.startsWith(BEGIN)) {
        yield held;
        held = undefined;
        continue;
      }
      onThought();
    }
    length += piece.length;
    if (length > MAX_THOUGHTS) return;
    const end = held.indexOf(END);
    if (end < 0) held = held.slice(-END.length);
    else {
      yield held.slice(end + END.length).trimStart();
      held = undefined;
    }
  }
  if (held && length === 0) yield held;
}
