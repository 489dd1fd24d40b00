/** About how many tokens a text has, for answerers that count none: some four letters of English, else one character. */
export function estimate(text: string): number {
  const others = text.match(/[^\x00-\x7F]/g)?.length ?? 0;
  return Math.ceil((text.length - others) / 4 + others);
}
