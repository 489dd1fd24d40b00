// Sets of terms that sites define in lists and tables: node term-sets.mjs --sites DIR --out SETS
//
// DIR has a folder for each site of SITES. `--list FILE` rewrites the sets' hashes in FILE, such as
// ../tests/eval/TERMS.md.
import { makeSets } from "./lib/section-sets.mjs";
import { terms } from "./sets/names/terms.mjs";

/**
 * Sites by name, each a package of Debian, with a pattern of the pages that define terms, all without one. Of Git's
 * configuration, all terms are asked.
 */
const SITES = {
  git: ["git-doc"],
  "git-config": ["git-doc", /^git-config\.html$/, "git", Infinity],
  postgresql: ["postgresql-doc-15", /^(?!bookindex)/],
  python3: ["python3.11-doc", /^(?!genindex|whatsnew)/],
  gtk3: ["libgtk-3-doc"],
  racket: ["racket-doc", /^(?!doc-index)/],
  octave: ["octave-doc"],
  gap: ["gap-doc", /^(?!.*_mj\.html)/],
  "swi-prolog": ["swi-prolog-doc"],
  fpc: ["fp-docs-3.2.2"],
  erlang: ["erlang-doc"],
  sqlite3: ["sqlite3-doc", /^(?!requirements)/],
  maxima: ["maxima-doc", /^(?!maxima_singlepage)/],
  "apache-fr": ["apache2-doc"],
  borgbackup: ["borgbackup-doc"],
  qtbase: ["qtbase5-doc-html"],
};

const siteOf = ([name, [source, pages, folder, most]]) => [
  name,
  { source, folder, sets: { [name]: (root) => terms(root, pages, most) } },
];
makeSets(Object.fromEntries(Object.entries(SITES).map(siteOf)), "sets");
