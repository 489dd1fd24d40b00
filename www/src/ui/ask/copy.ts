/** An answer as Markdown with the addresses of its sources, for the reader's notes. */

import type { AskAnswer } from "../../ask/ask.js";
import type { Say, StringKey } from "../strings/strings.js";
import { trail } from "./source-link.js";

type SayAsk = (key: StringKey) => ReturnType<Say>;

export function answerMarkdown({ text, sources }: Pick<AskAnswer, "text" | "sources">, say: SayAsk): string {
  const list = sources.map(({ number, breadcrumb, href }) => {
    const name = trail(breadcrumb).replace(/[\\`*_<[\]]/g, "\\$&");
    return `- [${number}] ${name}: <${href}>`;
  });
  return (
    [text.trim(), ...(list.length > 0 ? [`${say("askSources")}:`, list.join("\n")] : [])].join("\n\n") + "\n"
  );
}
