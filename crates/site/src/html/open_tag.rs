//! [`OpenTag`]: how many attributes a tag has whose end is not read yet.
//!
//! html5ever compares each attribute with all before it in its tag, and hands out a tag only at its end. So [`parse`]
//! looks for the tag itself where the parser stays silent: it lasts since one of the `<` in the last bytes before.
//!
//! [`parse`]: super::parse::parse

/// What the next byte belongs to, as in HTML's tokenizer (standard, 13.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Behind `<`, and whether a slash followed.
    Open(bool),
    TagName,
    /// Between attributes.
    Between,
    AttributeName,
    /// Behind a name, where `=` may follow.
    AfterName,
    /// Behind `=`.
    BeforeValue,
    Quoted(u8),
    Unquoted,
}

/// A tag from its `<` to the end of what was read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenTag {
    state: State,
    /// Attributes so far.
    attributes: usize,
}

impl OpenTag {
    /// The tags that begin in `html` and do not end there.
    pub(super) fn all_in(html: &[u8]) -> Vec<OpenTag> {
        let begins = html.iter().enumerate().filter(|(_, byte)| **byte == b'<');
        let tags = begins.filter_map(|(at, _)| {
            OpenTag { state: State::Open(false), attributes: 0 }.after(html.get(at + 1..)?)
        });
        let mut tags = tags.collect();
        merge(&mut tags);
        tags
    }

    /// The tag behind further bytes; `None` if it ends there, or is none.
    fn after(mut self, html: &[u8]) -> Option<OpenTag> {
        for &byte in html {
            self.state = self.next(byte)?;
        }
        Some(self)
    }

    fn next(&mut self, byte: u8) -> Option<State> {
        use State::{AfterName, AttributeName, BeforeValue, Between, Open, Quoted, TagName, Unquoted};
        let is_blank = matches!(byte, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ');
        Some(match (self.state, byte) {
            (Open(false), b'/') => Open(true),
            (Open(_), _) if byte.is_ascii_alphabetic() => TagName,
            (Open(_), _) => return None,
            (Quoted(quote), _) if byte == quote => Between,
            (Quoted(quote), _) => Quoted(quote),
            (_, b'>') => return None,
            (TagName | AttributeName | AfterName | Between, b'/') => Between,
            (TagName | Unquoted | Between, _) if is_blank => Between,
            (TagName, _) => TagName,
            (AttributeName | AfterName, _) if is_blank => AfterName,
            (AttributeName | AfterName, b'=') => BeforeValue,
            (AttributeName, _) => AttributeName,
            (BeforeValue, _) if is_blank => BeforeValue,
            (BeforeValue, b'"' | b'\'') => Quoted(byte),
            (BeforeValue | Unquoted, _) => Unquoted,
            (Between | AfterName, _) => {
                self.attributes += 1;
                AttributeName
            }
        })
    }
}

/// Reads on in each of `tags`, drops those that end, and says how many attributes one has at most. O(length), as tags in
/// the same state are merged.
pub(super) fn read_on(tags: &mut Vec<OpenTag>, html: &[u8]) -> usize {
    *tags = tags.iter().filter_map(|tag| tag.after(html)).collect();
    merge(tags);
    tags.iter().map(|tag| tag.attributes).max().unwrap_or(0)
}

/// Keeps one tag in each state: that with the most attributes.
fn merge(tags: &mut Vec<OpenTag>) {
    let mut kept: Vec<OpenTag> = Vec::new();
    for tag in tags.iter() {
        match kept.iter_mut().find(|kept| kept.state == tag.state) {
            Some(kept) => kept.attributes = kept.attributes.max(tag.attributes),
            None => kept.push(*tag),
        }
    }
    *tags = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_to_the_end_of_the_text() {
        for (html, expected) in [
            ("<p a b c", &[3][..]),
            ("<p a=1 b = 'x y>z' c=\"x\"d", &[4]),
            ("<p a/b/c=/d e", &[4]),
            ("</p a b", &[2]),
            ("<p a='b c d e", &[1]),
            ("<p a>b c d", &[]),
            ("x < y z", &[]),
            ("<!-- a b c", &[]),
            ("<?php a b c", &[]),
            ("<p", &[0]),
            ("<", &[0]),
            ("", &[]),
            ("<p =x = =y z", &[2]),
            // One of them is the tag that the parser reads.
            ("<i<p a b", &[2]),
            ("<p title='<i a b", &[1, 2]),
        ] {
            let found: Vec<usize> =
                OpenTag::all_in(html.as_bytes()).iter().map(|tag| tag.attributes).collect();
            assert_eq!(found, expected, "{html}");
            for at in 1..html.len() {
                let mut tags = OpenTag::all_in(&html.as_bytes()[..at]);
                let found = read_on(&mut tags, &html.as_bytes()[at..]);
                assert!(found <= expected.iter().copied().max().unwrap_or(0), "{html} at {at}");
            }
        }
    }
}
