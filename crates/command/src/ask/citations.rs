//! [`CitationFilter`]: the numbers in an answer that cite its sections, as `www/src/ask/citations.ts` reads them. A model
//! writes them, so they are checked: what names no given section is dropped.

/// Characters of a citation; what is longer is text.
const MAX_LENGTH: usize = 40;

/// Drops citations of sections that were not given, from a text that comes in pieces. In code, brackets are code.
pub struct CitationFilter {
    count: usize,
    /// What may be the beginning of a citation, or of marks of code.
    held: String,
    /// The marks that began the code in which the text is; empty outside.
    code: String,
    /// Whether they began a line: then only such a line ends the code, else the line does, too.
    is_block: bool,
    /// Whether the line has nothing but blanks so far.
    is_start: bool,
}

impl CitationFilter {
    /// `count`: the sections that were given, numbered from 1.
    pub fn new(count: usize) -> Self {
        CitationFilter { count, held: String::new(), code: String::new(), is_block: false, is_start: true }
    }

    /// What is certain with this further piece.
    pub fn push(&mut self, piece: &str) -> String {
        let text = std::mem::take(&mut self.held) + piece;
        self.take(&text, false)
    }

    /// What was held back; to be called at the end.
    pub fn end(&mut self) -> String {
        let text = std::mem::take(&mut self.held);
        self.take(&text, true)
    }

    fn take(&mut self, text: &str, is_last: bool) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '`' | '~' => {
                    let length = rest.len() - rest.trim_start_matches(c).len();
                    if length == rest.len() && !is_last {
                        rest.clone_into(&mut self.held);
                        return out;
                    }
                    self.mark(&rest[..length]);
                    self.is_start = false;
                    length
                }
                '\n' => {
                    if !self.is_block {
                        self.code.clear();
                    }
                    self.is_start = true;
                    1
                }
                ' ' | '\t' | '[' | '【' => {
                    let from = rest.trim_start_matches([' ', '\t']);
                    let blanks = rest.len() - from.len();
                    if self.code.is_empty() {
                        if let Some(length) = citation(from) {
                            let valid = self.valid(&from[..length]);
                            // The blanks before it stay only with it.
                            if !valid.is_empty() {
                                out += &rest[..blanks];
                                out += &valid;
                                self.is_start = false;
                            }
                            rest = &from[length..];
                            continue;
                        }
                        if may_go_on(from) && rest.chars().count() < MAX_LENGTH && !is_last {
                            rest.clone_into(&mut self.held);
                            return out;
                        }
                    }
                    let open = from.chars().next().filter(|c| is_open(*c));
                    self.is_start &= open.is_none();
                    blanks + open.map_or(0, char::len_utf8)
                }
                c => {
                    self.is_start &= is_blank(c);
                    c.len_utf8()
                }
            };
            out += &rest[..length];
            rest = &rest[length..];
        }
        out
    }

    /// Marks begin and end code as `prose` and `inlines` read it.
    fn mark(&mut self, marks: &str) {
        if self.is_start && marks.len() > 2 {
            if self.code.is_empty() {
                marks.clone_into(&mut self.code);
                self.is_block = true;
            } else if self.is_block && marks.starts_with(&self.code) {
                self.code.clear();
                self.is_block = false;
            }
        } else if !self.is_block && marks.starts_with('`') {
            if self.code.is_empty() {
                marks.clone_into(&mut self.code);
            } else if self.code == marks {
                self.code.clear();
            }
        }
    }

    fn valid(&self, citation: &str) -> String {
        let mut known: Vec<usize> = Vec::new();
        let numbers = citation.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
        for number in numbers.filter(|number| (1..=self.count).contains(number)) {
            if !known.contains(&number) {
                known.push(number);
            }
        }
        known.iter().map(|number| format!("[{number}]")).collect()
    }
}

fn is_open(c: char) -> bool {
    matches!(c, '[' | '【')
}

/// White space as scripts have it.
pub fn is_blank(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')
}

/// Bytes of the citation that the text begins with: numbers of at most three digits, with commas, semicolons or blanks
/// between them.
fn citation(text: &str) -> Option<usize> {
    let mut rest = text.strip_prefix(is_open)?.trim_start_matches(is_blank);
    loop {
        let digits = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
        if !(1..=3).contains(&digits) {
            return None;
        }
        let from = &rest[digits..];
        let closed = from.trim_start_matches(is_blank).strip_prefix([']', '】']);
        if let Some(behind) = closed {
            return Some(text.len() - behind.len());
        }
        rest = from.trim_start_matches(is_between);
        if rest.len() == from.len() {
            return None;
        }
    }
}

fn is_between(c: char) -> bool {
    is_blank(c) || matches!(c, ',' | ';')
}

/// Whether more text could make a citation of this one.
fn may_go_on(text: &str) -> bool {
    let inner = text.strip_prefix(is_open).unwrap_or(text);
    (inner.len() < text.len() || text.is_empty())
        && inner.chars().all(|c| c.is_ascii_digit() || is_between(c))
}
