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

/** By macro: where its pages are, and how its name is shown. */
const REFERENCES = new Map([
  ["domxref", { areas: ["Web/API"], isCode: true }],
  [
    "jsxref",
    { areas: ["Web/JavaScript/Reference/Global_Objects", "Web/JavaScript/Reference"], isCode: true },
  ],
  ["cssxref", { areas: ["Web/CSS/Reference", "Web/CSS"], isCode: true }],
  ["htmlelement", { areas: ["Web/HTML/Reference/Elements"], isCode: true, isElement: true }],
  ["svgelement", { areas: ["Web/SVG/Reference/Element"], isCode: true, isElement: true }],
  ["mathmlelement", { areas: ["Web/MathML/Reference/Element"], isCode: true, isElement: true }],
  ["svgattr", { areas: ["Web/SVG/Reference/Attribute"], isCode: true }],
  ["httpheader", { areas: ["Web/HTTP/Reference/Headers"], isCode: true }],
  ["httpmethod", { areas: ["Web/HTTP/Reference/Methods"], isCode: true }],
  ["httpstatus", { areas: ["Web/HTTP/Reference/Status"], isCode: true }],
  ["csp", { areas: ["Web/HTTP/Reference/Headers/Content-Security-Policy"], isCode: true }],
  ["webextapiref", { areas: ["Mozilla/Add-ons/WebExtensions/API"], isCode: true }],
  ["glossary", { areas: ["Glossary"], isCode: false }],
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
    const reference = REFERENCES.get(name);
    if (!reference || values.length === 0) return "";
    const [target, shown] = values;
    const { areas, isCode, isElement } = reference;
    const words = shown || (isElement ? `<${target}>` : target);
    // The fourth argument of `domxref` says that its text is prose.
    const text = isCode && values[3] !== "nocode" ? `\`${words}\`` : words;
    const href = hrefOf(areas, target);
    return href ? `[${text}](${href})` : text;
  });
}
