// Zola, if it is on the PATH: no registry of this test has it.
import { installCommand } from "./core/packages.mjs";
import { GERMAN, asked, markdown, pagesIn, title } from "./core/manual.mjs";

const page = (name) => new RegExp(`(^|/)${name}/(#|$)`);
const file = (name, language) =>
  `content/${name === "index" ? "_index" : name}${language === "en" ? "" : `.${language}`}.md`;
const content = (name, language) =>
  `+++\ntitle = "${title(name, language)}"\n+++\n${markdown(name, { language, head: false })}`;

const page_ = (variable) => `<!doctype html>
<html lang="{{ lang }}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,"><title>{{ ${variable}.title }}</title></head>
<body><header><a href="{{ config.base_url }}/">Workshop</a></header>
<main><h1>{{ ${variable}.title }}</h1>{{ ${variable}.content | safe }}
<a href="{{ config.base_url }}/errors/">Errors</a></main></body></html>
`;

export default {
  name: "Zola",
  async install(place) {
    const version = await place.get(["zola", "--version"], "zola");
    await installCommand(place);
    return version.replace("zola ", "");
  },
  files: {
    "config.toml": 'base_url = "/docs"\ntitle = "Workshop"\ndefault_language = "en"\n[languages.de]\n',
    "templates/index.html": page_("section"),
    "templates/page.html": page_("page"),
    ...Object.fromEntries(
      ["en", "de"].flatMap((language) =>
        pagesIn(language).map((name) => [file(name, language), content(name, language)]),
      ),
    ),
  },
  async build(place) {
    await place.run(["zola", "build"]);
    await place.run(["docfuse", "build", "public", "--inject"]);
  },
  site: "public",
  pages: ["index.html", "threads/index.html", "de/index.html", "de/threads/index.html"],
  ...asked(page, "content/files.md"),
  follow: { link: 'a[href$="errors/"]', to: page("errors") },
  language: { start: "de/index.html", query: GERMAN, page: page("de/threads") },
};
