// A client as a site writes it around MiniSearch, which has no excerpts.
import MiniSearch from "minisearch";
import { FIELDS } from "./minisearch.fields.js";

/** VitePress's settings: edit distance up to a fifth of a word's length, prefixes, boosts by field. */
const OPTIONS = { fuzzy: 0.2, prefix: true, boost: { heading: 4, text: 2, title: 1 } };

/** Characters before the first matching word, and of the whole excerpt: about 30 words. */
const [BEFORE, LENGTH] = [80, 300];

export async function open() {
  const response = await fetch(new URL("index.json", import.meta.url));
  const index = MiniSearch.loadJSON(await response.text(), FIELDS);
  return {
    /** All sections that match, best first. */
    search: (text) => index.search(text, OPTIONS),
    excerpt: (text, query) => excerpt(text, query),
  };
}

/** HTML of the passage around the longest of the query's words that occurs, with the words marked. */
function excerpt(text, query) {
  const words = (query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort((a, b) => b.length - a.length);
  const lower = text.toLowerCase();
  const at = words.map((word) => lower.indexOf(word)).find((found) => found >= 0) ?? 0;
  const start = at > BEFORE ? text.indexOf(" ", at - BEFORE) + 1 : 0;
  const passage = text.slice(start, start + LENGTH);
  if (words.length === 0) return escaped(passage);
  // Splitting by a capturing group puts the matches at odd places.
  const pieces = passage.split(new RegExp(`(${words.join("|")})`, "i"));
  return pieces.map((piece, i) => (i % 2 ? `<mark>${escaped(piece)}</mark>` : escaped(piece))).join("");
}

export function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
