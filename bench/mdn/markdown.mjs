// MDN's Markdown: GitHub's, with definition lists (`- term` with an item `- : definition` inside) and anchors.
import MarkdownIt from "markdown-it";

/** The identifier of a heading or a term: MDN's own rule. */
export function anchorOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replace(/["#$%&+,/:;=?@[\]^`{|}~')(\\<>]/g, "")
    .replace(/\s+/g, "_");
}

const markdown = new MarkdownIt({ html: true, linkify: false });
markdown.core.ruler.push("definition-lists", ({ tokens }) => nameDefinitions(tokens));
markdown.core.ruler.push("anchors", ({ tokens }) => setAnchors(tokens));

/** HTML of a page's body. */
export const toHtml = (text) => markdown.render(text);

/** Each list that has a definition becomes a `<dl>`; the definition ends its term. */
function nameDefinitions(tokens) {
  const open = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type === "bullet_list_open") open.push({ from: at, isTerms: false, isDefinitions: false });
    else if (token.type === "inline" && token.content.startsWith(": ") && open.length > 1) {
      if (tokens[at - 2]?.type !== "list_item_open") continue;
      token.content = token.content.slice(2);
      const [first] = token.children;
      first.content = first.content.replace(/^: /, "");
      open.at(-1).isDefinitions = true;
      open.at(-2).isTerms = true;
    } else if (token.type === "bullet_list_close") {
      const list = open.pop();
      if (list.isTerms || list.isDefinitions) renameList(tokens, list, at);
    }
  }
}

function renameList(tokens, { from, isDefinitions }, to) {
  const { level } = tokens[from];
  for (let at = from; at <= to; at += 1) {
    const token = tokens[at];
    const isList = token.level === level && /^bullet_list/.test(token.type);
    const isItem = token.level === level + 1 && /^list_item/.test(token.type);
    if (isDefinitions) {
      // Inside of a term, which its definition ends: the list itself has no element.
      if (isList) {
        token.type = "html_block";
        token.content = token.nesting > 0 ? "</dt>" : "";
        token.isEnd = token.nesting < 0;
      } else if (isItem) token.tag = "dd";
    } else if (isList) token.tag = "dl";
    else if (isItem) {
      token.tag = "dt";
      if (token.nesting < 0 && tokens[at - 1].isEnd) token.hidden = true;
    }
  }
}

/** MDN's anchors: of two alike on a page, the second ends with `_2`. */
function setAnchors(tokens) {
  const seen = new Map();
  for (const [at, token] of tokens.entries()) {
    const isTerm = token.type === "list_item_open" && token.tag === "dt";
    if (token.type !== "heading_open" && !isTerm) continue;
    const inline = tokens[isTerm ? at + 2 : at + 1];
    if (inline?.type !== "inline") continue;
    // A badge behind a name is none of its anchor.
    const badge = inline.children.findIndex(({ type }) => type === "html_inline");
    const named = badge > 0 ? inline.children.slice(0, badge) : inline.children;
    const words = named.filter(({ type }) => type === "text" || type === "code_inline");
    const anchor = anchorOf(words.map(({ content }) => content).join(""));
    const count = (seen.get(anchor) ?? 0) + 1;
    seen.set(anchor, count);
    token.attrSet("id", count > 1 ? `${anchor}_${count}` : anchor);
  }
}
