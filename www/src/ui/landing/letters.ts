/**
 * The text of a page by its letters and digits alone. Blanks and signs differ between a page and its extracted text; the
 * letters do not, once they and their accents stand apart in both.
 */

const OTHERS = /[^\p{L}\p{M}\p{N}]+/gu;

export function lettersOf(text: string): string {
  return text.normalize("NFD").replace(OTHERS, "");
}

/** Elements whose text readers never see. */
const UNREAD = "script, style, noscript, template, textarea, select, docfuse-search, docfuse-portal";

const HEADING = "h1, h2, h3, h4, h5, h6, [role=heading]";

interface Part {
  readonly node: Text;
  /** Letters before it. */
  readonly start: number;
}

/** The letters from an element on, in document order, and where in the page they are. */
export class PageLetters {
  letters = "";
  /** Number of letters before the next heading; more than there are if none was met yet. */
  sectionEnd = Infinity;
  readonly #walker: TreeWalker;
  readonly #parts: Part[] = [];

  constructor(first: Element) {
    const accept = (node: Node) =>
      node instanceof Element && node.matches(UNREAD) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    this.#walker = document.createTreeWalker(
      document.body,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
      accept,
    );
    this.#walker.currentNode = first;
  }

  /** Reads on until there are `wanted` letters; false if there were no more. */
  read(wanted: number): boolean {
    const before = this.letters.length;
    const added: string[] = [];
    for (let length = before; length < wanted;) {
      const node = this.#walker.nextNode();
      if (!node) break;
      if (node instanceof Text) {
        const letters = lettersOf(node.data);
        if (letters === "") continue;
        this.#parts.push({ node, start: length });
        added.push(letters);
        length += letters.length;
      } else if (length > 0 && length < this.sectionEnd && (node as Element).matches(HEADING)) {
        // One before all letters is the heading of the section itself.
        this.sectionEnd = length;
      }
    }
    this.letters += added.join("");
    return this.letters.length > before;
  }

  /** The stretch of the page with the letters from `start` to before `end`, at least one. */
  range(start: number, end: number): Range {
    const range = new Range();
    range.setStart(...this.#place(start, 0));
    range.setEnd(...this.#place(end - 1, 1));
    return range;
  }

  /** Where letter number `index` begins; after it, if `behind` is its length. */
  #place(index: number, behind: 0 | 1): [Text, number] {
    const { node, start } = this.#parts.findLast((part) => part.start <= index) as Part;
    let left = index - start;
    let at = 0;
    for (const each of node.data) {
      const { length } = lettersOf(each);
      if (left < length) return [node, at + behind * each.length];
      left -= length;
      at += each.length;
    }
    return [node, node.data.length]; // the node has changed meanwhile
  }
}
