/** One form for characters that Unicode calls compatible. The search module lacks the tables; see src/text/compatibility.rs. */

/**
 * The text in NFKC, except for spaces, the ellipsis, signs of trademarks, full and half width. What is no text stays for
 * the module to refuse.
 */
export const compatible = (text: string): string =>
  typeof text === "string" ? text.replace(/[^\s…℠™\uff00-\uffef]+/g, (run) => run.normalize("NFKC")) : text;
