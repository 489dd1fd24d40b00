// Pages that cost a parser the most for their bytes. Each is a name, and a function from a number of bytes to the page;
// a page that repeats itself has about that many, and at most MAX_BEGINNING more.

const MAX_PAGE_BYTES = 16 << 20;
const MAX_BEGINNING = 32 << 10;

/** `piece(n)` for rising n, up to `bytes`. */
function repeated(bytes, piece) {
  const pieces = [];
  for (let length = 0, n = 0; length < bytes; n += 1) {
    pieces.push(piece(n));
    length += pieces.at(-1).length;
  }
  return pieces.join("");
}

const attributes = (count, from = 0) => Array.from({ length: count }, (_, n) => ` a${from + n}`).join("");
const text = (body) => `<!doctype html><title>Hostile</title><main><h1>Hostile</h1><p>Words. ${body}`;

/** By name: a page of about so many bytes. */
export const HOSTILE_PAGES = {
  "attributes in a tag": (bytes) => text(`<p${repeated(bytes, (n) => ` a${n}`)}>x`),
  "attributes in an end tag": (bytes) => text(`x</p${repeated(bytes, (n) => ` a${n}`)}>x`),
  "attributes without blanks": (bytes) => text(`<p ${repeated(bytes, (n) => `a${n}=""`)}>x`),
  "attributes by slashes": (bytes) => text(`<p ${repeated(bytes, (n) => `a${n}/`)}>x`),
  "tags of many attributes": (bytes) => text(repeated(bytes, (n) => `<p${attributes(500, n)}>x`)),
  "attributes merged into body": (bytes) =>
    text(repeated(bytes, (n) => `<body${attributes(100, n * 100)}>x`)),
  "attributes of formatting elements": (bytes) =>
    text(
      `${repeated(bytes / 8, (n) => `<b${attributes(400, n)}>`)}${repeated((bytes / 8) * 7, (n) => `<b${attributes(400, n)}>x</b>`)}`,
    ),
  "an attribute of one huge value": (bytes) => text(`<p title="${"x".repeat(bytes)}">x`),
  "a tag that never ends": (bytes) => text(`<p title="${"x ".repeat(bytes / 2)}`),
  "deep nesting": (bytes) => text("<div>".repeat(bytes / 5)),
  "nesting just below the limit": (bytes) =>
    text(`${"<div>".repeat(950)}${"<i>x</i></q>".repeat(bytes / 12)}`),
  "end tags of nothing": (bytes) => text(`${"<span>".repeat(950)}${"</i></q>".repeat(bytes / 8)}`),
  "formatting elements left open": (bytes) => text("<b><i><u><s>x<p>".repeat(bytes / 16)),
  "formatting elements that differ": (bytes) => text(repeated(bytes, (n) => `<font size=${n}>x<p>`)),
  "formatting elements below the limit": (bytes) =>
    text(`${repeated(20_000, (n) => `<font size=${n % 900}>`)}${"<p>x</p>".repeat(bytes / 8)}`),
  "misnested links": (bytes) => text("<a href=x>x<p>y</a>".repeat(bytes / 19)),
  "adoption agency": (bytes) => text(`${"<b>".repeat(900)}${"<p></b>x".repeat(bytes / 8)}`),
  "foster parents": (bytes) => text(`<table>${"x<tr>".repeat(bytes / 5)}`),
  "one giant table": (bytes) => text(`<table>${"<tr><td>x<td>y".repeat(bytes / 14)}`),
  "nested tables": (bytes) => text("<table><tr><td>x".repeat(bytes / 16)),
  "one giant text": (bytes) => text("word and words ".repeat(bytes / 15)),
  "one giant word": (bytes) => text("x".repeat(bytes)),
  blanks: (bytes) => text(" ".repeat(bytes)),
  "blanks before all": (bytes) => `${"\n".repeat(bytes)}<title>Blank</title><p>Words behind blanks.`,
  comments: (bytes) => text("<!-- x -->".repeat(bytes / 10)),
  "a comment that never ends": (bytes) => text(`<!-- ${"- ".repeat(bytes / 2)}`),
  "a script that never ends": (bytes) => text(`<script>${"<!-- <script ".repeat(bytes / 13)}`),
  "one huge entity": (bytes) => text(`&${"x".repeat(bytes)};`),
  "one huge number": (bytes) => text(`&#${"9".repeat(bytes)};`),
  entities: (bytes) => text("&NotNestedGreaterGreater;".repeat(bytes / 25)),
  headings: (bytes) => text(repeated(bytes, (n) => `<h2 id=s${n}>H ${n}</h2>x`)),
  "equal headings": (bytes) => text("<h2>Same</h2>x".repeat(bytes / 14)),
  links: (bytes) => text(repeated(bytes, (n) => `<a href=#s${n}>l</a>`)),
  "list items": (bytes) => text(`<ul>${"<li>x".repeat(bytes / 5)}`),
  code: (bytes) => text("<code>x</code> ".repeat(bytes / 15)),
  "a long title": (bytes) => `<title>${"word ".repeat(bytes / 5)}</title><p>Words.`,
  "angle brackets": (bytes) => text("<".repeat(bytes)),
  "zero bytes": (bytes) => text("\0".repeat(bytes)),
  "invalid utf-8": (bytes) => Buffer.concat([Buffer.from(text("")), Buffer.alloc(bytes, 0xff)]),
  templates: (bytes) => text("<template>x".repeat(bytes / 11)),
  "forms and selects": (bytes) => text("<select><option>x<form>".repeat(bytes / 23)),
  svg: (bytes) => text("<svg><p>".repeat(bytes / 8)),
  "elements of svg named html": (bytes) => text(`<svg>${"<html/>".repeat(bytes / 7)}`),
};

/** The largest page that is read; a larger one is left out unread. */
export const LARGEST = MAX_PAGE_BYTES - MAX_BEGINNING;
