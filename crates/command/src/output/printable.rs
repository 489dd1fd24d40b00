//! Text of pages, file names and hosts as a terminal, an assistant or a Markdown file may have it: [`text`], [`line`],
//! [`path`], and [`json`] for JSON.
//!
//! Control characters move a terminal's cursor and change what it shows; directional controls show a text in another
//! order than it has. Marks such as U+200F stay: they move only signs beside them, and Arabic and Hebrew texts have them.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

/// What stands for a control character.
const REPLACEMENT: char = '\u{fffd}';

/// Overrides, embeddings and isolates, and the deprecated controls behind them.
fn is_directional(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

/// A text of several lines: U+FFFD for each control character but line breaks and tabs, and nothing for directional
/// controls. A carriage return in front of a line break is left out.
pub fn text(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || is_directional(c));
    if text.chars().all(is_kept) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\r' if rest.peek() == Some(&'\n') => {}
            c if is_kept(c) => shown.push(c),
            c if is_directional(c) => {}
            _ => shown.push(REPLACEMENT),
        }
    }
    Cow::Owned(shown)
}

/// As [`text`], in one line: a space for each line break and tab, so that a title or a file name makes no further line.
pub fn line(line: &str) -> Cow<'_, str> {
    let is_break = |c: char| matches!(c, '\n' | '\t' | '\u{2028}' | '\u{2029}');
    match text(line) {
        shown if shown.contains(is_break) => Cow::Owned(shown.replace(is_break, " ")),
        shown => shown,
    }
}

/// A path, in one line.
pub fn path(path: &Path) -> String {
    line(&path.display().to_string()).into_owned()
}

/// JSON that means the same: what [`text`] changes is escaped, which `serde_json` does for the first 32 characters only.
pub fn json(json: &str) -> Cow<'_, str> {
    // Outside of strings, JSON has none of them but line breaks.
    let is_escaped = |c: char| c != '\n' && (c.is_control() || is_directional(c));
    if !json.contains(is_escaped) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_escaped(c) {
            // Writing to a string does not fail. All of them are below U+10000.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_seen_and_do_nothing() {
        for (found, as_text, as_line) in [
            ("plain: ä 漢字 🦀", "plain: ä 漢字 🦀", "plain: ä 漢字 🦀"),
            ("\u{1b}[31mred\u{1b}[0m", "\u{fffd}[31mred\u{fffd}[0m", "\u{fffd}[31mred\u{fffd}[0m"),
            (
                "\u{9b}2J\u{85}\u{7f}\0\u{8}",
                "\u{fffd}2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
                "\u{fffd}2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}",
            ),
            ("a\n\tb\r\nc\rd", "a\n\tb\nc\u{fffd}d", "a  b c\u{fffd}d"),
            ("a\u{2028}b", "a\u{2028}b", "a b"),
            ("exe\u{202e}gpj.\u{2066}x\u{2069}", "exegpj.x", "exegpj.x"),
            // Hebrew and Arabic with their marks.
            ("שלום\u{200f}! مرحبا\u{61c}", "שלום\u{200f}! مرحبا\u{61c}", "שלום\u{200f}! مرحبا\u{61c}"),
        ] {
            assert_eq!(text(found), as_text, "{found:?}");
            assert_eq!(line(found), as_line, "{found:?}");
        }
        assert_eq!(path(Path::new("a\nb\u{1b}.html")), "a b\u{fffd}.html");
    }

    #[test]
    fn json_is_escaped_and_means_the_same() {
        let found = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{2069}\n\t\u{200f}ä";
        for json_of in [serde_json::to_string::<str>, serde_json::to_string_pretty::<str>] {
            let written = json_of(found).unwrap();
            let escaped = json(&written);
            assert_eq!(escaped, "\"a\\u001b\\u007f\\u009b\\u202e\\u2069\\n\\t\u{200f}ä\"");
            assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), found);
        }
    }
}
