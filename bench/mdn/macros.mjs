// MDN's macros, `{{name("argument", …)}}`: those that stand for text become links or code, the others nothing.

const MACRO =
  /\{\{\s*([A-Za-z_-]+)\s*(?:\(((?:[^()"'`]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)*)\))?\s*\}\}/g;
const ARGUMENT = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|([^\s,]+)/g;

/** Words that stand behind a name. */
const BADGES = new Map([
  ["optional_inline", "Optional"],
  ["deprecated_inline", "Deprecated"],
  ["experimental_inline", "Experimental"],
  ["non-standard_inline", "Non-standard"],
  ["readonlyinline", "Read only"],
  ["securecontext_inline", "Secure context"],
]);

/** By macro: the areas of its pages. */
const AREAS = new Map([
  ["domxref", ["Web/API"]],
  ["jsxref", ["Web/JavaScript/Reference/Global_Objects", "Web/JavaScript/Reference"]],
  ["cssxref", ["Web/CSS/Reference", "Web/CSS"]],
  ["htmlelement", ["Web/HTML/Reference/Elements"]],
  ["svgelement", ["Web/SVG/Reference/Element"]],
  ["mathmlelement", ["Web/MathML/Reference/Element"]],
  ["svgattr", ["Web/SVG/Reference/Attribute"]],
  ["httpheader", ["Web/HTTP/Reference/Headers"]],
  ["httpmethod", ["Web/HTTP/Reference/Methods"]],
  ["httpstatus", ["Web/HTTP/Reference/Status"]],
  ["csp", ["Web/HTTP/Reference/Headers/Content-Security-Policy"]],
  ["webextapiref", ["Mozilla/Add-ons/WebExtensions/API"]],
  ["glossary", ["Glossary"]],
]);

/** Text with its macros replaced by Markdown; `hrefOf(areas, name)` is the address of a page, or undefined. */
export function withoutMacros(text, hrefOf) {
  return text.replace(MACRO, (whole, macro, given = "") => {
    const name = macro.toLowerCase();
    const values = [...given.matchAll(ARGUMENT)].map((match) =>
      match.slice(1).find((part) => part !== undefined),
    );
    if (BADGES.has(name)) return `<span class="badge">${BADGES.get(name)}</span>`;
    if (name === "rfc") return `RFC ${values[0]}${values[1] ? `: ${values[1]}` : ""}`;
    const areas = AREAS.get(name);
    if (!areas || values.length === 0) return "";
    const [target, shown, , kind] = values;
    const words = shown || (name.endsWith("element") ? `<${target}>` : target);
    // All but the glossary's are names, unless the macro says that its text is prose.
    const written = name === "glossary" || kind === "nocode" ? words : `\`${words}\``;
    const href = hrefOf(areas, target);
    return href ? `[${written}](${href})` : written;
  });
}
