// Sites in several languages, from packages of Debian. Sections have the same ids in all languages of a book.

const FAQ = "usr/share/doc/debian/FAQ";
const HANDBOOK = "usr/share/doc/debian-handbook/html";

const faq = (language) => ({
  package: `debian-faq-${language}`,
  root: `${FAQ}/${language}`,
  pages: new RegExp(`\\.${language}\\.html$`),
  language,
});

const handbook = (folder, language) => ({
  package: "debian-handbook",
  root: `${HANDBOOK}/${folder}`,
  pages: /^sect\.[a-d].*\.html$/,
  language,
});

/** Books: English, and the other languages. `asked` says which headings are questions, by the English ones. */
export const BOOKS = {
  "debian-faq": {
    asked: (heading) => heading.endsWith("?"),
    english: { package: "debian-faq", root: FAQ, pages: /\.en\.html$/, language: "en" },
    others: ["de", "fr", "ja", "ko", "pt", "ru", "zh-cn"].map(faq),
  },
  // The FAQ is not in Spanish. Some of the handbook's pages: 34 of 127.
  "debian-handbook": {
    asked: (heading) => heading.split(" ").length > 2,
    english: handbook("en-US", "en"),
    others: [handbook("es-ES", "es")],
  },
};

/** Sets in EVAL whose sites are here as they are. */
export const GIVEN = [
  { name: "debian-faq-ja", site: faq("ja") },
  { name: "debian-faq-zh-cn", site: faq("zh-cn") },
];
