// The sets: the package of each site, the rule that makes the queries, and the pages that the index leaves out.
import { definitions } from "./definitions.mjs";
import { bookmarks, entries } from "./entries.mjs";
import { mentions } from "./mentions.mjs";
import { purposes } from "./purposes.mjs";
import { following, questions } from "./questions.mjs";

const SITES = {
  python3: { package: "python3.11-doc", root: "usr/share/doc/python3.11/html" },
  postgresql: { package: "postgresql-doc-15", root: "usr/share/doc/postgresql-doc-15/html" },
  django: { package: "python-django-doc", root: "usr/share/doc/python-django-doc/html" },
  sqlalchemy: { package: "python-sqlalchemy-doc", root: "usr/share/doc/python-sqlalchemy-doc/html" },
  sqlite3: { package: "sqlite3-doc", root: "usr/share/doc/sqlite3" },
  git: { package: "git-doc", root: "usr/share/doc/git-doc" },
  "apache-fr": { package: "apache2-doc", root: "usr/share/doc/apache2-doc/manual/fr" },
  "libreoffice-de": { package: "libreoffice-help-de", root: "usr/share/libreoffice/help" },
  "libreoffice-ja": { package: "libreoffice-help-ja", root: "usr/share/libreoffice/help" },
  "debian-faq": { package: "debian-faq", root: "usr/share/doc/debian/FAQ" },
  "debian-faq-ja": { package: "debian-faq-ja", root: "usr/share/doc/debian/FAQ/ja" },
  "debian-faq-zh-cn": { package: "debian-faq-zh-cn", root: "usr/share/doc/debian/FAQ/zh-cn" },
};

/** Where the changes and news of SQLite, and its lists of pages, are. */
const SQLITE_LISTS = ["/changes.html", "/news.html", "/oldnews.html", "releaselog/*", "/chronology.html"];
const SQLITE_INDEXES = ["/keyword_index.html", "/doc_*_crossref.html", "/doclist.html", "/sitemap.html"];

const SETS = {
  "python3-whatsnew": {
    site: "python3",
    exclude: ["whatsnew/*", "glossary.html"],
    rule: mentions({
      pages: /^whatsnew\/3\.\d+\.html$/,
      items: "section > p, li",
      drop: [
        /\s*\((?:Contributed|Patch|Suggested|Written|Implemented|Initial|Based|Reported|See (?:PEP|bpo|issue))[^]*$/,
        /\s*\(?bpo-\d+\)?:?/g,
      ],
    }),
  },
  "django-releases": {
    site: "django",
    exclude: ["releases/*"],
    rule: mentions({ pages: /^releases\/\d[\d.]*\.html$/, items: "li", drop: [/\s*\(#\d+\)/g] }),
  },
  "sqlite3-changes": {
    site: "sqlite3",
    exclude: [...SQLITE_LISTS, ...SQLITE_INDEXES],
    rule: mentions({ pages: /^changes\.html$/, items: "li" }),
  },
  "sqlalchemy-notes": {
    site: "sqlalchemy",
    exclude: ["changelog/*", "faq/*", "glossary.html"],
    rule: (site) => [
      ...mentions({
        pages: /^changelog\/changelog_\d+\.html$/,
        items: "li",
        only: /\[(?:feature|usecase)\]/,
        drop: [/^(?:\[[^\]]*\]\s*)+/, /^References:.*$/, /^This change is also backported.*$/],
      })(site),
      ...questions({ pages: /^faq\//, question: "section > h2", answer: following })(site),
      ...definitions({ pages: /^glossary\.html$/ })(site),
    ],
  },
  "sqlite3-index": {
    site: "sqlite3",
    exclude: [...SQLITE_LISTS, ...SQLITE_INDEXES],
    rule: entries({
      page: "keyword_index.html",
      items: "li > a[href]",
      drop: /^Version |syntax diagram|pragma$|^PRAGMA|^\./,
    }),
  },
  "git-purposes": {
    site: "git",
    exclude: ["git.html", "index.html", "gitfaq.html"],
    rule: (site) => [
      ...purposes({ pages: /^(?:git|scalar)[\w-]*\.html$/, line: "h2 + div.sectionbody > p" })(site),
      ...questions({ pages: /^gitfaq\.html$/, question: "dt", answer: following })(site),
    ],
  },
  "apache-fr-features": {
    site: "apache-fr",
    language: "fr",
    exclude: ["new_features_*.html", "glossary.html"],
    rule: (site) => [
      ...definitions({ pages: /^new_features_[\d_]+\.html$/, terms: true })(site),
      ...definitions({ pages: /^glossary\.html$/, hubs: /\/index\.html$/ })(site),
    ],
  },
  "libreoffice-de-index": {
    site: "libreoffice-de",
    language: "de",
    exclude: [],
    rule: bookmarks({ file: "de/bookmarks.js", drop: /funktion|service|access2base/i }),
  },
  "libreoffice-ja-index": {
    site: "libreoffice-ja",
    language: "ja",
    exclude: [],
    rule: bookmarks({ file: "ja/bookmarks.js", drop: /関数|^[\x20-\x7e]+$/ }),
  },
};

export { SETS, SITES };
