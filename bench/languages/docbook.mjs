// Pages that DocBook's stylesheets made: their headings, and copies that do not say them.

const TITLE = /(<h([1-6]) class="title"[^>]*>)((?:<a [^>]*id="[^"]+"[^>]*><\/a>)+)([^]*?)(<\/h\2>)/g;
const NUMBER = /^(?:\d+\.)+\d*/;

/** The numbered headings of sections: `{ id, text }`. */
export function headings(html) {
  return [...html.matchAll(TITLE)].flatMap(([, , , anchors, shown]) => {
    const text = plain(shown);
    const number = NUMBER.exec(text)?.[0];
    if (!number) return [];
    return [{ id: /id="([^"]+)"/.exec(anchors)[1], text: text.slice(number.length).trim() }];
  });
}

/**
 * The page with the number alone for each heading that `asked` (ids) has, and without what repeats headings: lists of
 * contents, references, titles of links, navigation.
 */
export function blanked(html, asked) {
  return html
    .replace(TITLE, (whole, start, level, anchors, shown, end) => {
      const number = NUMBER.exec(plain(shown))?.[0] ?? "";
      return asked.has(/id="([^"]+)"/.exec(anchors)[1]) ? `${start}${anchors}${number}${end}` : whole;
    })
    .replace(/<div class="toc">[^]*?<\/dl><\/div>/g, "")
    .replace(/<div class="nav(?:header|footer)">[^]*?<\/table>(?:<hr \/>)?<\/div>/g, "")
    .replace(/<ul class="docnav[^]*?<\/ul>/g, "")
    .replace(/(<a class="xref"[^>]*>)[^]*?<\/a>/g, "$1</a>")
    .replace(/<link [^>]*>/g, "")
    .replace(/(<(?:a|div|span) [^>]*?) title="[^"]*"/g, "$1")
    .replace(/<title>[^]*?<\/title>/, "<title></title>");
}

function plain(html) {
  const named = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " };
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name) => named[name])
    .replace(/\s+/g, " ")
    .trim();
}
