/**
 * Markdown of a model, as blocks: paragraphs, headings, lists and code, and nothing else. Whatever it wrote beside that
 * (HTML, links, images, tables) is text.
 */

export type Block =
  | { readonly kind: "p" | "h" | "pre"; readonly text: string }
  | { readonly kind: "ul" | "ol"; readonly items: readonly string[] };

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  /** Lines of the block that may go on. */
  let lines: string[] = [];
  let fence: string | undefined;
  const end = (kind: "p" | "pre") => {
    if (lines.length > 0 || kind === "pre") blocks.push({ kind, text: lines.join("\n") });
    lines = [];
  };
  for (const raw of markdown.split(/\r?\n/)) {
    // Of an image, its words: its exclamation mark ends no sentence.
    const line = fence === undefined ? raw.replace(/!(?=\[[^\]]*\]\()/g, "") : raw;
    const [, marks] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (marks?.startsWith(fence)) {
        end("pre");
        fence = undefined;
      } else lines.push(line);
      continue;
    }
    const [, heading] = /^#{1,6}\s+(.*)/.exec(line) ?? [];
    const [, number, item] = /^\s*(?:(\d+)[.)]|[-*+])\s+(.*)/.exec(line) ?? [];
    if (marks !== undefined || heading !== undefined || item !== undefined || line.trim() === "") end("p");
    if (marks !== undefined) fence = marks;
    else if (heading !== undefined) blocks.push({ kind: "h", text: heading });
    else if (item !== undefined) addItem(blocks, number === undefined ? "ul" : "ol", item);
    else if (line.trim() !== "") {
      const last = blocks.at(-1);
      // An indented line goes on with the item above.
      if (lines.length === 0 && /^\s/.test(line) && last && "items" in last)
        blocks[blocks.length - 1] = {
          ...last,
          items: [...last.items.slice(0, -1), `${last.items.at(-1) ?? ""} ${line.trim()}`],
        };
      else lines.push(line.replace(/^>\s?/, ""));
    }
  }
  end(fence === undefined ? "p" : "pre");
  return blocks;
}

function addItem(blocks: Block[], kind: "ul" | "ol", item: string): void {
  const last = blocks.at(-1);
  if (last?.kind === kind) blocks[blocks.length - 1] = { kind, items: [...last.items, item] };
  else blocks.push({ kind, items: [item] });
}

/** The texts whose sentences can have citations: all but headings and code. */
export function proseOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => ("items" in block ? block.items : block.kind === "p" ? [block.text] : []));
}

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "em"; readonly parts: readonly Inline[] }
  | { readonly kind: "cite"; readonly number: number };

/** Code, citations, links (of which only the words stay), strong and emphasized words. */
const INLINE =
  /(`+)(.+?)\1|\[(\d{1,3})\](?!\()|!?\[([^\]]*)\]\([^)\s]*(?:\s[^)]*)?\)|\*\*(?=\S)(.+?)\*\*|(?<![\p{L}\p{N}*])\*(?=\S)([^*]+?)\*(?!\*)/gsu;

export function inlinesOf(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const add = (words: string) => {
    if (words !== "") found.push({ kind: "text", text: words });
  };
  for (const match of text.matchAll(INLINE)) {
    const [all, , code, number, label, strong, em] = match;
    add(text.slice(at, match.index));
    if (code !== undefined) found.push({ kind: "code", text: code.trim() });
    else if (number !== undefined) found.push({ kind: "cite", number: Number(number) });
    else if (label !== undefined) add(label);
    else if (strong !== undefined) found.push({ kind: "strong", parts: inlinesOf(strong) });
    else if (em !== undefined) found.push({ kind: "em", parts: inlinesOf(em) });
    at = match.index + all.length;
  }
  add(text.slice(at));
  return found;
}

/** Where all that is no plain text begins and ends. */
export function spansOf(text: string): (readonly [number, number])[] {
  return Array.from(text.matchAll(INLINE), ({ 0: all, index }) => [index, index + all.length] as const);
}

/** All parts, with those of strong and emphasized words in their place. */
export function leavesOf(parts: readonly Inline[]): Exclude<Inline, { readonly parts: unknown }>[] {
  return parts.flatMap((part) => ("parts" in part ? leavesOf(part.parts) : part));
}

/** The words alone, without marks and citations. */
export function plainOf(text: string): string {
  return leavesOf(inlinesOf(text))
    .map((part) => ("text" in part ? part.text : ""))
    .join("");
}
