/** What is in the index, and what its files weigh. */

import { bytes, html, table } from "./elements.js";
import type { Index } from "./server.js";

export class IndexView {
  readonly element: HTMLElement = html("div.index", {});

  show({ index, languages, kinds }: Index): void {
    const largest = Math.max(...kinds.map(({ stored }) => stored), 1);
    const total = kinds.reduce((all, { stored }) => all + stored, 0);
    const count = kinds.reduce((all, { files }) => all + files, 0);
    const bar = (stored: number) => {
      const part = html("i.part", {});
      part.style.width = `${(stored / largest) * 100}%`;
      return html("div.bar", { "aria-hidden": "true" }, part);
    };
    const rows = kinds.map(({ kind, holds, files, raw, stored }) => [
      html("span", {}, kind, html("small", {}, holds)),
      String(files),
      raw > 0 ? bytes(raw) : "",
      bytes(stored),
      bar(stored),
    ]);
    rows.push([html("span", {}, "all"), String(count), "", bytes(total), html("div", {})]);
    this.element.replaceChildren(
      html("h2", {}, "Index"),
      html("p", {}, html("code", {}, index)),
      table(
        "Languages",
        ["language", "pages", "sections", "windows", "encoder"],
        languages.map(({ language, pages, sections, windows, encoder }) => [
          language,
          String(pages),
          String(sections),
          windows > 0 ? String(windows) : "",
          encoder || "none: search is by words",
        ]),
      ),
      table("Files by kind", ["kind", "files", "decompressed", "stored", ""], rows),
      html(
        "p.note",
        {},
        "A query loads a few blocks of terms and texts; vectors, model and tokenizer are for search by meaning alone.",
      ),
    );
  }
}
