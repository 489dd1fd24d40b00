/** Whether a text asks in words of the reader, in place of a name or a command. */

/** Three words, a question mark, or some letters of a script that may have no blanks. */
const QUESTION = /\S\s+\S+\s+\S|[?？؟]|[\u0E00-\u9FFF]{6}/;

/** An option behind a command, a text in quotation marks, or signs of code. */
const COMMAND = /\s-|["=;{}|$_\\]/;

export function isQuestion(text: string): boolean {
  return QUESTION.test(text) && !COMMAND.test(text);
}
