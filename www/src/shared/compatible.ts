/** One form for characters that Unicode calls compatible. The search module lacks the tables; see src/text/compatibility.rs. */

/**
 * The text in NFKC, with `-` for other hyphens, except for spaces, the ellipsis, signs of trademarks, vowels of Thai and
 * Lao, full and half width.
 */
export const compatible = (text: string): string =>
  text.replace(/[^\s…℠™ำຳ\uff00-\uffef]+/g, (run) => run.normalize("NFKC").replace(/‐/g, "-"));
