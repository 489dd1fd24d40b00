// Antora, from npm, with a UI of our own: the default one is not in a registry. It has the markup of the default one, and
// the search of Antora's extension for Lunr, whose scripts find their field.
import { markdown, asked, pagesIn, title } from "./core/manual.mjs";
import { twoLines } from "./core/two-lines.mjs";

const pages = pagesIn("en");
const page = (name) => new RegExp(`(^|/)${name}\\.html(#|$)`);

/** A page as AsciiDoc, whose headings differ from those of Markdown by their sign. */
const asciidoc = (name) =>
  markdown(name).replaceAll(/^#+/gm, (signs) => "=".repeat(signs.length)) +
  (name === "index" ? "\nxref:errors.adoc[How to recover]\n" : "");

/** The bar is fixed, so that the header around it has no height. */
const CSS = `body { margin: 0; padding-top: 3.5rem; font: 1rem/1.5 sans-serif; }
.navbar { position: fixed; top: 0; width: 100%; height: 3.5rem; background: #191919; }
.navbar a { color: #fff; }
.navbar-brand { display: flex; height: 100%; align-items: center; padding: 0 1rem; }
.navbar-brand .search { flex: auto; display: flex; justify-content: flex-end; }
.body { display: flex; }
.nav { width: 12rem; }
.doc { padding: 0 1rem; }
@media (max-width: 700px) { .nav-container { display: none; } }
`;

const LAYOUT = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>{{{or page.title "Untitled"}}}{{#with site.title}} :: {{this}}{{/with}}</title>
<meta name="generator" content="Antora {{{antoraVersion}}}"><link rel="icon" href="data:,">
<link rel="stylesheet" href="{{{uiRootPath}}}/css/site.css"></head>
<body class="article">{{> header-content}}
<div class="body">
<div class="nav-container" data-component="{{page.component.name}}" data-version="{{page.version}}"><aside class="nav">
<div class="nav-panel-menu is-active" data-panel="menu"><nav class="nav-menu">
<h3 class="title"><a href="{{{relativize page.componentVersion.url}}}">{{page.componentVersion.title}}</a></h3>
{{#each page.navigation}}<ul class="nav-list">{{#each ./items}}<li class="nav-item" data-depth="1">
<a class="nav-link" href="{{{relativize ./url}}}">{{{./content}}}</a></li>{{/each}}</ul>{{/each}}
</nav></div></aside></div>
<main class="article"><div class="toolbar" role="navigation"><nav class="breadcrumbs" aria-label="breadcrumbs"><ul>
{{#each page.breadcrumbs}}<li><a href="{{{relativize ./url}}}">{{{./content}}}</a></li>{{/each}}</ul></nav>
<div class="edit-this-page"><a href="{{page.editUrl}}">Edit this Page</a></div></div>
<div class="content"><aside class="toc sidebar" data-title="Contents" data-levels="2"><div class="toc-menu"></div></aside>
<article class="doc">{{#with page.title}}<h1 class="page">{{{this}}}</h1>{{/with}}
{{{page.contents}}}</article></div></main></div>
{{#if env.SITE_SEARCH_PROVIDER}}{{> search-scripts}}{{/if}}</body></html>
`;

const HEADER = `<header class="header"><nav class="navbar"><div class="navbar-brand">
<a class="navbar-item" href="{{{or site.url siteRootPath}}}">{{site.title}}</a>
{{#if env.SITE_SEARCH_PROVIDER}}<div class="navbar-item search hide-for-print"><div id="search-field" class="field">
<input id="search-input" type="text" placeholder="Search the docs"></div></div>{{/if}}
</div></nav></header>
`;

const HELPERS = {
  or: "module.exports = (...values) => values.slice(0, -1).find((value) => value);\n",
  relativize: `const { posix } = require("node:path");
module.exports = (to, { data: { root: { page } } }) =>
  to?.startsWith("/") ? posix.relative(posix.dirname(page.url), to) || "." : to;
`,
};

const GIT = ["git", "-c", "user.name=Author", "-c", "user.email=author@example.org"];

export default twoLines({
  name: "Antora",
  npm: ["antora@3.1.15", "@antora/lunr-extension@1.0.0-alpha.13"],
  files: {
    "antora-playbook.yml": `site: { title: Workshop, start_page: manual::index.adoc }
content: { sources: [{ url: ./content, branches: HEAD }] }
ui: { bundle: { url: ./ui } }
antora: { extensions: ["@antora/lunr-extension"] }
`,
    "ui/layouts/default.hbs": LAYOUT,
    "ui/partials/header-content.hbs": HEADER,
    "ui/css/site.css": CSS,
    ...Object.fromEntries(Object.entries(HELPERS).map(([name, source]) => [`ui/helpers/${name}.js`, source])),
    "content/antora.yml": "name: manual\ntitle: Workshop\nversion: ~\nnav: [modules/ROOT/nav.adoc]\n",
    "content/modules/ROOT/nav.adoc": pages.map((name) => `* xref:${name}.adoc[${title(name)}]\n`).join(""),
    ...Object.fromEntries(pages.map((name) => [`content/modules/ROOT/pages/${name}.adoc`, asciidoc(name)])),
  },
  lines: [
    // Antora reads the files of a repository: those of the work tree, if it has a commit.
    [...GIT, "init", "--quiet", "content"],
    [...GIT, "-C", "content", "add", "."],
    [...GIT, "-C", "content", "commit", "--quiet", "--allow-empty", "--message", "Manual"],
    ["antora", "antora-playbook.yml"],
  ],
  site: "build/site",
  pages: pages.map((name) => `manual/${name}.html`),
  ...asked(page, "content/modules/ROOT/pages/files.adoc"),
  follow: { link: '.doc a[href="errors.html"]', to: page("errors") },
});
