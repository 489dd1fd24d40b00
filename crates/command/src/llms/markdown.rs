//! [`page`]: what was extracted of a page, as Markdown.

use std::fmt::Write;

use super::address_of;
use crate::output::printable::line;
use docfuse::index::{Page, Section};

/// Deepest level of a heading in Markdown.
const MAX_LEVEL: usize = 6;

/// The Markdown of a page. `elsewhere` names sections on other pages that have the text of its removed duplicates.
pub fn page(page: &Page, elsewhere: &[(&Page, usize)]) -> String {
    let mut blocks = vec![heading(1, title(page))];
    if !page.description.is_empty() {
        blocks.push(format!("> {}", escaped(&page.description)));
    }
    if !page.version.is_empty() {
        blocks.push(format!("Version: {}", escaped(&page.version)));
    }
    for section in &page.sections {
        if !section.heading.is_empty() && section.heading != title(page) {
            blocks.push(heading(2 + section.path.len(), &section.heading));
        }
        blocks.extend(text(section));
    }
    let links: Vec<String> = elsewhere.iter().filter_map(|(other, at)| link(page, other, *at)).collect();
    if !links.is_empty() {
        blocks.push(format!(
            "Sections of this page whose text is on another page too:\n\n{}",
            links.join("\n")
        ));
    }
    blocks.join("\n\n") + "\n"
}

/// The title of a page, or its address without one.
pub fn title(page: &Page) -> &str {
    if page.title.is_empty() { &page.url } else { &page.title }
}

/// A line of text whose beginning does not make it a heading, an item or a quotation, and in which nothing looks like a
/// tag or a link. Everything else stays readable: `snake_case`, `*args`.
pub fn escaped(text: &str) -> String {
    escaped_where(text, |c, next| match c {
        '<' => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        ']' => matches!(next, Some('(' | ':')),
        _ => false,
    })
}

/// A line with a backslash before a mark at its beginning, and before characters that are special in front of the next
/// one. Backslashes that stand before these are doubled, else they would take the new one's effect away.
fn escaped_where(text: &str, is_special: impl Fn(char, Option<char>) -> bool) -> String {
    let line = line(text);
    let mut escaped = String::with_capacity(line.len());
    let mark = mark(&line);
    let mut backslashes = 0;
    for (at, c) in line.char_indices() {
        let next = line[at + c.len_utf8()..].chars().next();
        if mark == Some(at) || is_special(c, next) {
            escaped.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        escaped.push(c);
    }
    escaped
}

/// Where a line has a character that would change the structure, if it has one (CommonMark, section 4 and 5).
fn mark(line: &str) -> Option<usize> {
    let text = line.trim_start();
    let at = line.len() - text.len();
    let first = text.chars().next()?;
    let run = text.len() - text.trim_start_matches(first).len();
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let is_rule = || text.chars().all(|c| c == first || c.is_whitespace());
    let is_mark = match first {
        '>' => true,
        '#' => run <= 6 && ends(&text[run..]),
        '-' | '+' | '*' => ends(&text[1..]) || is_rule(),
        '=' | '_' => is_rule(),
        '`' | '~' => run >= 3,
        _ => false,
    };
    if is_mark {
        return Some(at);
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = rest.len() < text.len() && rest.starts_with(['.', ')']) && ends(&rest[1..]);
    is_item.then_some(line.len() - rest.len())
}

/// A text within the square brackets of a link.
pub fn link_text(text: &str) -> String {
    escaped_where(text, |c, next| match c {
        '[' | ']' | '<' => true,
        // In front of another special character, that one doubles it.
        '\\' => !matches!(next, Some('[' | ']' | '<' | '\\')),
        _ => false,
    })
}

fn heading(level: usize, text: &str) -> String {
    format!("{} {}", "#".repeat(level.min(MAX_LEVEL)), escaped(text))
}

/// Paragraphs and fenced code.
fn text(section: &Section) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut at = 0;
    let paragraphs = |text: &str, blocks: &mut Vec<String>| {
        blocks.extend(text.lines().filter(|line| !line.trim().is_empty()).map(escaped));
    };
    for code in &section.code {
        paragraphs(&section.text[at..code.start], &mut blocks);
        blocks.push(fenced(&section.text[code.clone()]));
        at = code.end;
    }
    paragraphs(&section.text[at..], &mut blocks);
    blocks
}

/// Code between fences that are longer than any in it.
fn fenced(code: &str) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}\n{}\n{fence}", code.trim_end_matches('\n'))
}

/// A link from a page's Markdown to that of a section of another page.
fn link(page: &Page, other: &Page, at: usize) -> Option<String> {
    let section = other.sections.get(at)?;
    let name = if section.heading.is_empty() { title(other) } else { &section.heading };
    let up = "../".repeat(address_of(&page.url)?.matches('/').count());
    let address = address_of(&other.url)?;
    Some(format!("- [{}]({up}{})", link_text(name), target(&address)))
}

/// An address as the target of a link: what ends one, or is no part of an address, is encoded.
pub fn target(address: &str) -> String {
    let mut target = String::with_capacity(address.len());
    for c in address.chars() {
        let text = c.to_string();
        // What is not printable would be replaced in the file, and the link lead elsewhere.
        if matches!(c, '(' | ')' | '<' | '>' | '[' | ']' | '`') || c.is_whitespace() || line(&text) != text {
            for byte in text.bytes() {
                // Writing to a string does not fail.
                let _ = write!(target, "%{byte:02X}");
            }
        } else {
            target.push(c);
        }
    }
    target
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_meaning() {
        for (line, expected) in [
            ("A Vec<T> and a<b, 1 < 2", "A Vec\\<T> and a\\<b, 1 < 2"),
            ("# not a heading", "\\# not a heading"),
            ("  - not a list", "  \\- not a list"),
            ("1. not a list", "1\\. not a list"),
            ("12) neither", "12\\) neither"),
            ("3.5 is a number", "3.5 is a number"),
            ("--flag and -x", "--flag and -x"),
            ("- - -", "\\- - -"),
            ("> no quotation", "\\> no quotation"),
            ("``` no fence", "\\``` no fence"),
            ("snake_case and *args", "snake_case and *args"),
            ("===", "\\==="),
            ("", ""),
            ("[a](javascript:x) [b]: x [c]", "[a\\](javascript:x) [b\\]: x [c]"),
            ("a \\<b> \\\\<b> \\d", "a \\\\\\<b> \\\\\\\\\\<b> \\d"),
            ("one\n# line\u{1b}", "one # line\u{fffd}"),
        ] {
            assert_eq!(escaped(line), expected, "{line}");
        }
    }

    #[test]
    fn texts_of_links_end_at_their_bracket() {
        for (text, expected) in [
            ("A [b]", "A \\[b\\]"),
            ("ends in \\", "ends in \\\\"),
            ("\\\\ a\\b", "\\\\\\\\ a\\\\b"),
            ("\\] <b>", "\\\\\\] \\<b>"),
        ] {
            assert_eq!(link_text(text), expected, "{text}");
        }
    }

    #[test]
    fn targets_of_links_end_at_their_bracket() {
        for (address, expected) in [
            ("guide/a(b).html.md", "guide/a%28b%29.html.md"),
            ("ä/%20.md", "ä/%20.md"),
            ("a b\n<c>\u{1b}\u{202e}.md", "a%20b%0A%3Cc%3E%1B%E2%80%AE.md"),
        ] {
            assert_eq!(target(address), expected, "{address:?}");
        }
    }

    #[test]
    fn code_is_fenced_by_more_than_it_has() {
        assert_eq!(fenced("a\n"), "```\na\n```");
        assert_eq!(fenced("````\nb\n````"), "`````\n````\nb\n````\n`````");
    }
}
