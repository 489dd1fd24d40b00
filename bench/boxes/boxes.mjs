// The boxes: how each gets onto the manual, and how the probes find its parts. A selector reaches into open shadow roots.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copy, docfuse, pagefind, plain, sections, vitepress } from "./site.mjs";

const installed = (name) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`node_modules/${name}/package.json`, import.meta.url))))
    .version;

/**
 * All boxes. `make(folder)` writes the site. `button` opens the box; `root` holds all of it while it is open; `input`,
 * `option`, `excerpt` and `close` are in it. `server`: whether queries go to a server of its makers, whose answers are
 * made up here, so that only the box itself can be tried. `theme`: whether it is part of a theme, whose colours it has.
 */
export function boxes(command) {
  return [
    {
      name: "Docfuse",
      version: JSON.parse(readFileSync(fileURLToPath(new URL("../../www/package.json", import.meta.url))))
        .version,
      make(folder) {
        plain(folder, {
          head: `<script type="module" src="/docfuse/docfuse.js"></script>`,
          box: `<docfuse-search layout="modal"></docfuse-search>`,
        });
        docfuse(command, folder);
      },
      button: "docfuse-search button",
      root: "docfuse-search",
      input: "docfuse-search [role=combobox]",
      option: "docfuse-search [role=option]",
      excerpt: "docfuse-search [role=option] mark",
      close: "docfuse-search dialog .close",
    },
    docsearch("5", "docsearch.js"),
    docsearch("4", "index.js"),
    {
      name: "Pagefind, modal",
      version: installed("pagefind"),
      make(folder) {
        plain(folder, {
          head: `<link rel="stylesheet" href="/pagefind/pagefind-component-ui.css">
            <script type="module" src="/pagefind/pagefind-component-ui.js"></script>`,
          box: `<div><pagefind-modal-trigger></pagefind-modal-trigger><pagefind-modal></pagefind-modal></div>`,
        });
        pagefind(folder);
      },
      button: "pagefind-modal-trigger button",
      root: "pagefind-modal",
      input: "pagefind-modal input",
      option: "pagefind-modal .pf-result:not([aria-hidden]) a",
      excerpt: "pagefind-modal .pf-result-excerpt mark",
      close: "pagefind-modal .pf-modal-close",
    },
    {
      name: "VitePress, local search",
      version: installed("vitepress"),
      make: vitepress,
      button: ".VPNavBarSearch button",
      root: ".VPLocalSearchBox",
      input: ".VPLocalSearchBox input",
      option: ".VPLocalSearchBox .result",
      excerpt: ".VPLocalSearchBox .excerpt mark",
      theme: true,
      close: ".VPLocalSearchBox .back-button",
      selected: ".VPLocalSearchBox .result.selected",
    },
  ];
}

/** DocSearch of a major version, whose client answers from the sections that have the query's words. */
function docsearch(major, bundle) {
  const suffix = major === "5" ? "" : `-${major}`;
  return {
    name: `DocSearch ${major}`,
    version: installed(`@docsearch/js${suffix}`),
    server: true,
    make(folder) {
      plain(folder, {
        head: `<link rel="stylesheet" href="/docsearch.css"><script src="/docsearch.js" defer></script>
          <script type="module" src="/start.js"></script>`,
        box: `<div id="docsearch"></div>`,
      });
      copy(`@docsearch/js${suffix}/dist/umd/${bundle}`, folder, "docsearch.js");
      copy(`@docsearch/css${suffix}/dist/style.css`, folder, "docsearch.css");
      writeFileSync(join(folder, "sections.json"), JSON.stringify(sections()));
      copy("../docsearch-start.js", folder, "start.js");
    },
    button: ".DocSearch-Button",
    root: ".DocSearch-Container",
    input: ".DocSearch-Input",
    option: ".DocSearch-Hit",
    excerpt: ".DocSearch-Hit mark",
    close: ".DocSearch-Close, .DocSearch-Cancel",
  };
}
