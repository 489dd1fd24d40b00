// Complete commands with options, as they stand in code, and the pages that have the whole of them.
import { plain } from "../html.mjs";
import { draw } from "./draw.mjs";

const [MOST, PAGES] = [150, 3];
const [FEWEST_WORDS, MOST_WORDS] = [2, 14];
/** A prompt of a shell; what follows may be any command. */
const PROMPT = /^\s*(?:[\w.@~:/-]*[$%])\s+(?=[a-z.])/;
/** Optional parts and placeholders: the form of a command rather than a command. */
const FORM = /[[\]{}<…]|\.\.\./;

/** Text without line continuations, with single spaces. */
const unbroken = (text) => plain(text.replace(/\\\s*\n|(?<=\s)\\\s/g, " "));

/**
 * The command of a line of code, or `undefined`: it stands behind a prompt, or its first word is one of the site's own
 * `commands`; it has an option and no placeholder.
 */
export function commandOf(line, commands) {
  const behind = line.replace(PROMPT, "");
  const text = plain(behind.replace(/\s#\s.*$/, ""));
  const words = text.split(" ");
  const isCommand = behind === line ? commands.test(words[0]) : /^[a-z.][\w./+-]*$/.test(words[0]);
  if (!isCommand || words.length < FEWEST_WORDS || words.length > MOST_WORDS) return undefined;
  if (!words.slice(1).some((word) => /^--?[A-Za-z]/.test(word)) || FORM.test(text)) return undefined;
  return closed(text, '"') && closed(text, "'") && !/[\\:,]$/.test(text) ? text : undefined;
}

const closed = (text, quote) => text.split(quote).length % 2 === 1;

/** Whether a text has a command with nothing before or after it that would make it another one. */
export function holds(text, command) {
  for (let at = text.indexOf(command); at >= 0; at = text.indexOf(command, at + 1)) {
    const after = text[at + command.length] ?? " ";
    if (!/[\w/-]/.test(text[at - 1] ?? " ") && !/[\w/=-]/.test(after)) return true;
  }
  return false;
}

/** Commands of a site. `own`: pattern of the first words that are commands without a prompt. */
export function commands(corpus, own) {
  const found = new Set();
  for (const { code } of corpus.pages)
    for (const { text } of code)
      for (const line of text.replace(/\\\s*\n\s*/g, " ").split("\n")) {
        const command = commandOf(line, own);
        if (command) found.add(command);
      }
  const texts = corpus.pages.map(({ page, lines }) => ({ page, text: unbroken(lines.join("\n")) }));
  const judged = (candidate) => {
    const pages = texts.filter(({ text }) => holds(text, candidate.text)).map(({ page }) => page);
    return pages.length > 0 && pages.length <= PAGES ? { ...candidate, pages } : undefined;
  };
  return draw(
    [...found].map((text) => ({ text, kind: "command" })),
    MOST,
    judged,
  );
}
