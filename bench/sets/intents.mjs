// Queries whose kind the structure of a site tells: names and commands, questions, keywords. Each is `{ text, kind }`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { htmlFiles } from "../lib/site.mjs";
import { all, parse, textOf } from "./html.mjs";
import { commandOf } from "./names/commands.mjs";
import { draw } from "./names/draw.mjs";

const MOST = 60;

/** Members with their class or module. */
export const names = (known) =>
  drawn(
    known
      .filter(({ owner, member }) => owner && /^\w{3,}$/.test(member))
      .map(({ owner, member }) => `${owner}.${member}`),
    "name",
  );

/** Lines of code behind a prompt or of the site's own commands, with an option. */
export const commands = (root, own) =>
  drawn(
    texts(root, "pre").flatMap((text) => text.split("\n").flatMap((line) => commandOf(line, own) ?? [])),
    "command",
  );

/** Headings and terms that end with a question mark; every other one as readers type it, in small letters without the mark. */
export const questions = (root, pages = /./) => {
  const asked = texts(root, "h2, h3, h4, dt, li > p > a", pages).filter(
    (text) => /[?？]$/.test(text) && text.split(" ").length > 3,
  );
  return drawn(
    asked.map((text) => text.replace(/^[\d.()]+\s*/, "")),
    "question",
  ).map((query, at) =>
    at % 2 === 0 ? query : { ...query, text: query.text.replace(/\?+$/, "").toLowerCase() },
  );
};

/** Entries of a general index of two plain words or more. */
export const keywords = (root, pages, selector) =>
  drawn(
    texts(root, selector, pages)
      .map((text) => text.split(/[,(:]/)[0].trim())
      .filter((text) => /^[a-z]{3,}(?: [a-z]{2,}){1,4}$/.test(text)),
    "keywords",
  );

function texts(root, selector, pages = /./) {
  const files = htmlFiles(root).filter((page) => pages.test(page));
  return files.flatMap((page) =>
    all(selector, parse(readFileSync(join(root, page), "utf8"))).map((node) =>
      selector === "pre" ? linesOf(node) : textOf(node),
    ),
  );
}

const linesOf = (node) =>
  node.type === "text" ? node.data : (node.children ?? []).map((child) => linesOf(child)).join("");

const drawn = (found, kind) =>
  draw(
    [...new Set(found)].map((text) => ({ text, kind })),
    MOST,
  );
