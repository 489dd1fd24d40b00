// Adds the search box to a copy of a built site: node inject.mjs SITE_DIR
//
// Each page gets the two lines that any site needs, the element at the top of its main content:
//   <docfuse-search></docfuse-search>
//   <script type="module" src="docfuse/docfuse.js"></script>
// Redirect stubs and frames (pages without a <main>) are left alone. Running it again changes nothing.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const site = process.argv[2];
if (!site) {
  process.stderr.write("usage: node inject.mjs SITE_DIR\n");
  process.exit(2);
}

let pages = 0;
for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith(".html")) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const html = readFileSync(file, "utf8");
  const toRoot = relative(dirname(file), site).split(sep).join("/");
  const changed = withSearchBox(html, toRoot === "" ? "" : `${toRoot}/`);
  if (changed === html) continue;
  writeFileSync(file, changed);
  pages += 1;
}
process.stdout.write(`search box added to ${pages} pages\n`);

function withSearchBox(html, toRoot) {
  const main = /<main(\s[^>]*)?>/.exec(html);
  if (!main || html.includes("<docfuse-search")) return html;
  const end = main.index + main[0].length;
  const box =
    '\n<docfuse-search label="Search this site" style="margin-block: 1rem 2rem"></docfuse-search>\n';
  const script = `<script type="module" src="${toRoot}docfuse/docfuse.js"></script>\n`;
  return html.slice(0, end) + box + script + html.slice(end);
}
