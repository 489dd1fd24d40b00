// One manual, made from docs/ of this repository, with each of the boxes: plain pages, and VitePress' own.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import markdownIt from "markdown-it";
import anchor from "markdown-it-anchor";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const DOCS = fileURLToPath(new URL("../../docs/", import.meta.url));
const BIN = join(HERE, "node_modules", ".bin");

/** Names of the pages of docs/, decisions among them, with their Markdown. */
function pages() {
  const read = (folder) =>
    readdirSync(join(DOCS, folder))
      // Without the table of what was tried, which would be found by what is tried.
      .filter((file) => file.endsWith(".md") && file !== "compare.md")
      .map((file) => {
        const text = readFileSync(join(DOCS, folder, file), "utf8");
        return { name: join(folder, file.replace(/\.md$/, "")), text };
      });
  return [...read(""), ...read("decisions")];
}

/** Sections of the manual, for the boxes that get their index from elsewhere: page, heading, anchor, text. */
export function sections() {
  const markdown = markdownIt().use(anchor);
  return pages().flatMap(({ name, text }) => {
    const tokens = markdown.parse(text, {});
    const found = [];
    for (const [at, token] of tokens.entries()) {
      if (token.type === "heading_open") {
        const title = tokens[at + 1].content;
        found.push({ page: name, title, anchor: token.attrGet("id"), text: "" });
      } else if (token.type === "inline" && tokens[at - 1].type !== "heading_open" && found.length > 0) {
        found.at(-1).text += `${token.content} `;
      }
    }
    return found;
  });
}

/**
 * Writes the manual as plain pages into `folder`. `head` and `box` are HTML; the box stands in a bar at the top, which
 * has the class of `bar`. Pages say nothing about colours unless their `<html>` has the class `dark`.
 */
export function plain(folder, { head, box }) {
  const markdown = markdownIt({ html: true }).use(anchor);
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(DOCS, "images"), join(folder, "images"), { recursive: true });
  for (const { name, text } of pages()) {
    const file = join(folder, `${name}.html`);
    mkdirSync(join(file, ".."), { recursive: true });
    const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
    writeFileSync(
      file,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>
  body { margin: 0; font: 16px/1.5 sans-serif; background: #fff; color: #222 }
  .dark body { background: #101418; color: #ddd }
  .bar { display: flex; gap: 1rem; justify-content: space-between; padding: 8px 16px; white-space: nowrap }
  main { max-width: 45rem; margin: auto; padding: 16px }
  pre, table { overflow-x: auto; max-width: 100%; display: block }
  code { overflow-wrap: anywhere }
</style>${head}</head><body>
<header class="bar"><a id="home" href="/index.html">Manual</a>${box}</header>
<main>${markdown.render(text)}<p><input id="other" aria-label="other"></p></main></body></html>`,
    );
  }
}

/** The manual as VitePress makes it, with its local search. */
export function vitepress(folder) {
  const source = `${folder}-source`;
  rmSync(source, { recursive: true, force: true });
  mkdirSync(join(source, ".vitepress"), { recursive: true });
  symlinkSync(join(HERE, "node_modules"), join(source, "node_modules"));
  for (const { name, text } of pages()) {
    mkdirSync(join(source, name, ".."), { recursive: true });
    // As it is: VitePress takes {{ in texts for its own.
    const whole = `::: v-pre\n${text}\n:::\n<input id="other" aria-label="other">\n`;
    writeFileSync(join(source, `${name}.md`), whole);
  }
  cpSync(join(DOCS, "images"), join(source, "images"), { recursive: true });
  const config = {
    ignoreDeadLinks: true,
    outDir: folder,
    title: "Manual",
    themeConfig: { search: { provider: "local" } },
  };
  writeFileSync(join(source, ".vitepress/config.mjs"), `export default ${JSON.stringify(config)};\n`);
  execFileSync(join(BIN, "vitepress"), ["build", source], { stdio: "pipe", cwd: HERE });
}

/** Pagefind's index of a folder, with the files of its boxes. */
export function pagefind(folder) {
  execFileSync(join(BIN, "pagefind"), ["--site", folder, "--root-selector", "main"], { stdio: "pipe" });
}

/** Docfuse's index of a folder, without vectors. */
export function docfuse(command, folder) {
  execFileSync(command, ["build", folder, "--no-dense"], { stdio: "pipe" });
}

/** Copies files of an npm package into the folder. */
export function copy(from, folder, to) {
  cpSync(join(HERE, "node_modules", from), join(folder, to));
}
