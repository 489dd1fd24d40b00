//! Which definition lists and tables are lists of names, by their form alone: [`lists_names`].
//!
//! A manual's list of settings has a name and its description in each entry; a list in two columns of prose has labels
//! ("Returns", "See also") or sentences. Names are short, with signs that words have not (`core.autocrlf`, `--depth`,
//! `max_connections`), or set as code. Descriptions of a few words are the meanings of parameters: what stands around the
//! list explains them. Where the form leaves a doubt, the list is text.

use ego_tree::NodeRef;
use ego_tree::iter::Edge;
use scraper::Node;

use crate::html::dom::is_cell;

/// Minimum share of names among the terms, and of descriptions with [`MIN_DESCRIPTION`], in percent.
const MIN_NAMES_PERCENT: usize = 75;
const MIN_DESCRIBED_PERCENT: usize = 50;

/// Minimum bytes of a description, without white space: a sentence or two.
const MIN_DESCRIPTION: usize = 80;

/// Minimum entries.
const MIN_TERMS: usize = 2;
const MIN_ROWS: usize = 3;

/// Most cells of a row. Tables with more compare values.
const MAX_CELLS: usize = 5;

/// Most bytes and words of a term. More are a sentence.
const MAX_TERM_BYTES: usize = 80;
const MAX_WORDS: usize = 5;

/// Most nodes of a term or description that are looked at.
const LOOK_AHEAD: usize = 120;

/// Whether the entries of a `dl`, or the rows of a `table`, are named. O(nodes, at most [`LOOK_AHEAD`] of each part).
pub(super) fn lists_names(list: NodeRef<'_, Node>) -> bool {
    if tag(list) == "dl" { is_name_list(list) } else { is_name_table(list) }
}

fn tag(node: NodeRef<'_, Node>) -> &str {
    node.value().as_element().map_or("", |element| element.name())
}

fn is_name_list(list: NodeRef<'_, Node>) -> bool {
    // Some wrap each group in a `div`.
    let parts = list.children().flat_map(|child| {
        let inner = (tag(child) == "div").then(|| child.children());
        std::iter::once(child).chain(inner.into_iter().flatten())
    });
    let mut counts = Counts::default();
    for part in parts {
        match tag(part) {
            "dt" => counts.term(part),
            "dd" => counts.describe(&Part::of(part)),
            _ => {}
        }
    }
    counts.terms >= MIN_TERMS && counts.are_names()
}

fn is_name_table(table: NodeRef<'_, Node>) -> bool {
    let groups = table.children().flat_map(|child| {
        let inner = matches!(tag(child), "tbody" | "thead" | "tfoot").then(|| child.children());
        std::iter::once(child).chain(inner.into_iter().flatten())
    });
    let mut counts = Counts::default();
    for row in groups.filter(|node| tag(*node) == "tr") {
        let cells: Vec<NodeRef<'_, Node>> = row.children().filter(|cell| is_cell(tag(*cell))).collect();
        let heads = cells.iter().all(|cell| tag(*cell) == "th");
        if heads || cells.len() < 2 {
            continue;
        }
        let others: Vec<Part> = cells[1..].iter().map(|cell| Part::of(*cell)).collect();
        if cells.len() > MAX_CELLS || others.iter().any(|part| part.has_table) {
            return false;
        }
        counts.term(cells[0]);
        // The type or the default stands beside the description.
        if let Some(longest) = others.iter().max_by_key(|part| part.bytes) {
            counts.describe(longest);
        }
    }
    counts.terms >= MIN_ROWS && counts.are_names()
}

/// Whether the first cell of a row in such a table names an entry.
pub(super) fn is_name_cell(cell: NodeRef<'_, Node>) -> bool {
    let cells = cell.parent().into_iter().flat_map(|row| row.children()).filter(|cell| is_cell(tag(*cell)));
    cells.take(2).count() == 2
        && cell.prev_siblings().all(|before| !is_cell(tag(before)))
        && Part::of(cell).is_name()
}

#[derive(Default)]
struct Counts {
    terms: usize,
    names: usize,
    descriptions: usize,
    long: usize,
}

impl Counts {
    fn term(&mut self, term: NodeRef<'_, Node>) {
        self.terms += 1;
        self.names += usize::from(Part::of(term).is_name());
    }

    fn describe(&mut self, part: &Part) {
        self.descriptions += 1;
        self.long += usize::from(part.bytes >= MIN_DESCRIPTION);
    }

    fn are_names(&self) -> bool {
        self.names * 100 >= self.terms * MIN_NAMES_PERCENT
            && self.long * 100 >= self.descriptions.max(1) * MIN_DESCRIBED_PERCENT
    }
}

/// The text of a term, cell or description, as far as it is looked at, without placeholders.
#[derive(Default)]
struct Part {
    text: String,
    /// Bytes without white space, and those of them in code, and in placeholders.
    bytes: usize,
    code: usize,
    placeholders: usize,
    has_table: bool,
}

impl Part {
    fn of(node: NodeRef<'_, Node>) -> Self {
        let mut part = Part::default();
        let (mut code, mut placeholders) = (0_usize, 0_usize);
        for edge in node.traverse().take(2 * LOOK_AHEAD) {
            match edge {
                Edge::Open(node) => match node.value() {
                    Node::Text(text) => {
                        let bytes = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
                        part.bytes += bytes;
                        if placeholders > 0 {
                            part.placeholders += bytes;
                            continue;
                        }
                        part.code += if code > 0 { bytes } else { 0 };
                        if part.text.len() <= MAX_TERM_BYTES {
                            part.text.push_str(text);
                        }
                    }
                    Node::Element(_) => {
                        code += usize::from(is_code(tag(node)));
                        placeholders += usize::from(is_placeholder(tag(node)));
                        part.has_table |= tag(node) == "table";
                    }
                    _ => {}
                },
                Edge::Close(node) => {
                    code -= usize::from(is_code(tag(node)));
                    placeholders -= usize::from(is_placeholder(tag(node)));
                }
            }
        }
        part
    }

    /// Whether it is short, and has the form of a name or is set as code.
    fn is_name(&self) -> bool {
        let text =
            self.text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '‘' | '’' | '"' | '\'' | '¶'));
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else { return false };
        let is_short = text.len().max(self.bytes) <= MAX_TERM_BYTES && words.count() < MAX_WORDS;
        // What is left over is a permalink, or a comma between two names.
        is_short && (self.code * 5 >= (self.bytes - self.placeholders) * 4 || has_name_form(first))
    }
}

fn is_code(tag: &str) -> bool {
    matches!(tag, "code" | "tt" | "kbd" | "samp")
}

/// What stands for a value that the reader gives, which is set in italics.
fn is_placeholder(tag: &str) -> bool {
    matches!(tag, "em" | "i" | "var" | "cite")
}

/// Whether a word has signs that words of a language have not: `-x`, `a.b`, `a_b`, `a::b`, `f(`, `aB`, `$a`.
fn has_name_form(word: &str) -> bool {
    if !word.contains(char::is_alphabetic) {
        return false;
    }
    if word.starts_with(['-', '$', '%', '@', '\\']) || word.contains('_') {
        return true;
    }
    let is_call = word.contains('(') && !word.ends_with("(s)");
    let joins = |(a, b): (char, char)| {
        matches!(a, '.' | ':') && b.is_alphanumeric() || a.is_lowercase() && b.is_uppercase()
    };
    word.starts_with(char::is_alphabetic) && (is_call || word.chars().zip(word.chars().skip(1)).any(joins))
}

#[cfg(test)]
mod tests {
    use crate::generators_tests::outline;
    use crate::*;

    /// A description with room for a sentence, and one without.
    const SAID: &str = "Says at some length what happens once it is set, and when a reader of this manual would want to set it at all.";
    const SHORT: &str = "The place.";

    /// The headings of the sections below the first one.
    fn headings(list: &str) -> Vec<String> {
        let page = format!("<main><h1 id=t>T</h1><p>x{list}</main>");
        let sections = read_page("a.html", page.as_bytes(), &IngestConfig::default()).unwrap().sections;
        sections.into_iter().skip(1).map(|section| section.heading).collect()
    }

    fn list(terms: &[&str], said: &str) -> String {
        let entry = |term: &&str| format!("<dt>{term}<dd>{said}");
        format!("<dl>{}</dl>", terms.iter().map(entry).collect::<String>())
    }

    #[test]
    fn lists_of_names_are_known_by_their_form() {
        for (terms, said, expected) in [
            (&["core.autocrlf", "core.bare"][..], SAID, 2),
            (&["--depth <n>", "-v", "--[no-]shallow"], SAID, 3),
            (&["max_connections (integer)", "ssl_ca_file (string)"], SAID, 2),
            (&["PlTerm::unify()", "open(+File, -Stream)"], SAID, 2),
            (&["<code>restrict</code>", "<code>cascade</code>, <code>c</code>"], SAID, 2),
            (&["a.b", "a.c", "a.d", "others"], SAID, 4),
            (
                &[
                    "<code>take</code> <var>s n -> s</var>",
                    "<code>drop</code> <var>s [start end] to n -> s</var>",
                ],
                SAID,
                2,
            ),
            // Labels, sentences, placeholders, meanings of parameters, one name alone.
            (&["Returns", "See also"], SAID, 0),
            (&["a.b", "Others"], SAID, 0),
            (&["Why is core.bare not set in a clone?", "When is a.b read by the server?"], SAID, 0),
            (&["<code><em>name</em></code>", "<em><code>value</code></em>"], SAID, 0),
            (&["core.autocrlf", "core.bare"], SHORT, 0),
            (&["core.autocrlf"], SAID, 0),
            (&["1.", "2."], SAID, 0),
            (&[], SAID, 0),
        ] {
            assert_eq!(headings(&list(terms, said)).len(), expected, "{terms:?} {said}");
        }
    }

    #[test]
    fn rows_are_entries_where_the_first_cells_are_names() {
        let row = |name: &str, said: &str| format!("<tr><td>{name}<td>string<td>{said}");
        let table = |rows: &str| format!("<table><tr><th>Name<th>Type<th>Meaning{rows}</table>after");
        let named = [row("site.title", SAID), row("site.url", SAID), row("site.exclude", SAID)].concat();
        assert_eq!(headings(&table(&named)), ["site.title", "site.url", "site.exclude"]);
        let with_others = [named.as_str(), "<tr><td colspan=3>More of the last one"].concat();
        assert_eq!(headings(&table(&with_others)).len(), 3);
        for (why, rows) in [
            ("two rows", [row("site.title", SAID), row("site.url", SAID)].concat()),
            ("short", ["a.b", "a.c", "a.d"].map(|name| row(name, SHORT)).concat()),
            ("words", ["Red", "Green", "Blue"].map(|name| row(name, SAID)).concat()),
            (
                "layout",
                ["a.b", "a.c", "a.d"].map(|name| row(name, &format!("{SAID}<table></table>"))).concat(),
            ),
            ("one cell", "<tr><td>a.b<tr><td>a.c<tr><td>a.d".to_owned()),
        ] {
            assert_eq!(headings(&table(&rows)), <[&str; 0]>::default(), "{why}");
        }
    }

    #[test]
    fn entries_have_the_nearest_anchor_and_leave_no_text_out() {
        let page = format!(
            "<main><h1 id=t>T</h1><p>x<h2 id=o>Options</h2><p>Before.<p id=mark>Mark.\
             <dl><dt>a.one<dt>a.two<dd>{SAID}<dl><dt>b.in<dd>{SAID}<dt>b.out<dd>{SAID}</dl><dt id=own>a.own<dd>{SAID}\
             <dt>a.last<dd>{SAID}</dl><p>After.</main>"
        );
        assert_eq!(
            outline(&page),
            [
                "#t [] T: x".to_owned(),
                "#o [] Options: Before.\nMark.\nAfter.".to_owned(),
                format!("#mark [Options] a.one, a.two: {SAID}"),
                format!("#mark [Options > a.one, a.two] b.in: {SAID}"),
                format!("#mark [Options > a.one, a.two] b.out: {SAID}"),
                format!("#own [Options] a.own: {SAID}"),
                format!("#own [Options] a.last: {SAID}"),
            ]
        );
    }

    #[test]
    fn long_terms_of_one_description_share_a_heading_of_names() {
        let terms = ["take-left", "take-right", "drop-left", "drop-right"];
        let html =
            terms.map(|name| format!("<dt><code>{name}</code> <var>s [start end more] -> string</var>"));
        let page = format!("<main><h1 id=t>T</h1><p>x<dl>{}<dd>{SAID}</dl></main>", html.concat());
        let lines = terms.map(|name| format!("{name} s [start end more] -> string")).join("\n");
        assert_eq!(outline(&page)[1], format!("#t [] {}: {lines}\n{SAID}", terms.join(", ")));
    }

    #[test]
    fn parameters_of_a_symbol_are_its_text() {
        let parameters = list(&["encoding(+Encoding)", "alias(+Name)"], SAID);
        for html in [
            format!("<dl><dt id=open>open(+File, -Stream)<dd>{SAID}{parameters}</dl>"),
            format!("<h2 id=open>open(file)</h2>{SAID}{parameters}"),
        ] {
            assert_eq!(headings(&html).len(), 1, "{html}");
        }
        let page = format!("<h2 id=o>Options</h2>{parameters}");
        assert_eq!(headings(&page).len(), 3);
    }
}
