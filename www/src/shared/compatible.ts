/** One form for characters that Unicode calls compatible. The search module lacks the tables; see src/text/compatibility.rs. */

/**
 * The text in NFKC, with `-` for other hyphens, except for spaces, the ellipsis, signs of trademarks, vowels of Thai and
 * Lao, full and half width. `½` is `1/2`, apart from a number before it.
 */
export const compatible = (text: string): string =>
  text
    .replace(/[^\s…℠™ำຳ\uff00-\uffef]+/g, (run) =>
      run.normalize("NFKC").replace(/‐/g, "-").replace(/(\d)⁄/g, " $1/"),
    )
    // The vowel AM in two halves, which look alike.
    .replace(/\u0e4d([\u0e48-\u0e4b]*)\u0e32/g, "$1ำ")
    .replace(/\u0ecd([\u0ec8-\u0ecb]*)\u0eb2/g, "$1ຳ");
