// Small sites, written here and indexed by the command, without vectors as a rule.
//
// DOCFUSE_BIN: the docfuse command, with the browser files inside.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { required } from "./chromium.mjs";

/** A page with a search box, in a language. */
export function pageIn(language, title, text, attributes = "") {
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>${title}</title><main ${attributes}><docfuse-search></docfuse-search><h1 id="top">${title}</h1><p>${text}</p></main>
<script type="module" src="/docfuse/docfuse.js"></script></html>`;
}

/**
 * Writes `pages`, by path, to a new folder and indexes them; `options` are those of the first build, `vectors` whether
 * there are any (DOCFUSE_MODEL).
 */
export function smallSite(pages, options = [], { vectors = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "docfuse-site-"));
  const site = {
    folder,
    /** Writes pages and builds the index again, with further `options`; returns what the command prints. */
    build(changed, ...options) {
      for (const [path, html] of Object.entries(changed)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), html);
      }
      const line = ["build", folder, ...(vectors ? [] : ["--no-dense"]), ...options];
      const command = required("DOCFUSE_BIN", "the docfuse command");
      return execFileSync(command, line, { cwd: folder, encoding: "utf8" });
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
  site.build(pages, ...options);
  return site;
}
