// The manual as the sites of themes have it: long enough to scroll.
import { markdown, pagesIn, restructured, title } from "../core/manual.mjs";

const pages = pagesIn("en");
const LONG = Array.from(
  { length: 40 },
  (_, number) => `Paragraph ${number + 1} of a longer text, to scroll.`,
).join("\n\n");

/** [title, name] of each page but the first. */
export const navigation = pages.slice(1).map((name) => [title(name), name]);

/** The pages as Markdown in a folder; `front`: their title in a front matter, perhaps with a layout. */
export function manual(folder, { front = false, layout } = {}) {
  const head = (name) => `---\ntitle: ${title(name)}\n${layout ? `layout: ${layout}\n` : ""}---\n\n`;
  const text = (name) => `${front ? head(name) : ""}${markdown(name, { head: !front })}\n${LONG}\n`;
  const path = (name) => [folder, `${name}.md`].filter((part) => part && part !== ".").join("/");
  return Object.fromEntries(pages.map((name) => [path(name), text(name)]));
}

/** The pages as reStructuredText, with the settings of Sphinx. */
export function asSphinx(theme) {
  const tree = `\n.. toctree::\n\n${navigation.map(([, name]) => `   ${name}\n`).join("")}`;
  return {
    "conf.py": `project = html_title = "Workshop"\nhtml_theme = "${theme}"\nexclude_patterns = [".*", "_build"]\n`,
    ...Object.fromEntries(pages.map((name) => [`${name}.rst`, `${restructured(name)}\n${LONG}\n`])),
    "index.rst": `${restructured("index")}${tree}\n${LONG}\n`,
  };
}
