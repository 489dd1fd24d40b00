//! A fragment is one block of texts: adjacent sections with everything that a hit shows of them.

use std::ops::Range;

use crate::format::{Cursor, FormatError, Writer};
use crate::text::concat;

/// Begins each line of a text that is a list of headings of other sections.
pub const HEADING_MARK: &str = "› ";

/// What a hit shows of its page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageText {
    /// Address relative to the site's root.
    pub url: String,
    /// Title.
    pub title: String,
    /// Page metadata to show, as keys and values.
    pub meta: Vec<(String, String)>,
    /// Version, several joined by commas; empty for none.
    pub version: String,
}

impl PageText {
    /// The address of its section with an anchor. Behind a route, an anchor is what its link has: `index.html#/guide` and
    /// `?id=setup`.
    pub fn address_of(&self, anchor: &str) -> String {
        let is_apart = !anchor.is_empty() && self.url.bytes().all(|byte| byte != b'#');
        concat(&[&self.url, if is_apart { "#" } else { "" }, anchor])
    }
}

/// Another place of a hit.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FoundPlace {
    /// As in the hit.
    pub url: String,
    /// Title of its page.
    pub title: String,
    /// Version of its page, as in the hit.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<String>"))]
    pub version: String,
}

/// What a hit shows of its section.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SectionText {
    /// Index into the fragment's pages.
    pub page: usize,
    /// Id of the record; empty for a section of a page.
    pub id: String,
    /// Element id of the section; empty for the top of the page.
    pub anchor: String,
    /// The section's own heading.
    pub heading: String,
    /// The kind of the symbol that it documents; empty for none.
    pub symbol_kind: String,
    /// The headings above it, outermost first; empty where hits do not show one.
    pub path: Vec<String>,
    /// Text of the section; line breaks separate HTML blocks, other ones stand beside lines of code (FORMAT.md).
    pub marked: String,
    /// Text of the section with line breaks alone, for what takes whole texts.
    pub text: String,
    /// Near-duplicate sections.
    pub also: Vec<FoundPlace>,
    /// The same section in other versions, with other texts.
    pub other_editions: Vec<FoundPlace>,
}

/// Texts of adjacent sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// The pages of the sections.
    pub pages: Vec<PageText>,
    /// The sections in order.
    pub sections: Vec<SectionText>,
}

/// Whether a character of a marked text stands for the line break beside a line of code: U+000B between two such lines,
/// U+000C behind the last one, a carriage return in front of the first one. A text that is one line of code ends with
/// U+000C. They are white space, so a text without code has no byte more, and others hardly any.
pub(crate) fn is_code_break(c: char) -> bool {
    matches!(c, '\u{b}'..='\r')
}

impl Fragment {
    /// Adds the texts with line breaks alone.
    fn add_plain_texts(&mut self) {
        for section in &mut self.sections {
            section.text = without_marks(&section.marked);
        }
    }
}

/// A marked text with line breaks alone.
fn without_marks(marked: &str) -> String {
    let marked = marked.strip_suffix('\u{c}').unwrap_or(marked);
    marked.chars().map(|c| if is_code_break(c) { '\n' } else { c }).collect()
}

/// The marked text of a section, of whose text these byte ranges are code, ascending and disjoint.
pub(super) fn with_code_breaks(text: &str, code: &[Range<usize>]) -> String {
    let mut code = code.iter().peekable();
    let mut marked = String::with_capacity(text.len() + 1);
    let (mut was_code, mut at) = (false, 0);
    for line in text.split('\n') {
        let end = at + line.len();
        while code.next_if(|code| code.end < end).is_some() {}
        let is_code = code.peek().is_some_and(|code| code.start <= at);
        if at > 0 {
            marked.push(match (was_code, is_code) {
                (true, true) => '\u{b}',
                (true, false) => '\u{c}',
                (false, true) => '\r',
                (false, false) => '\n',
            });
        }
        marked.extend(line.chars().map(|c| if is_code_break(c) { ' ' } else { c }));
        (was_code, at) = (is_code, end + 1);
    }
    if was_code && !text.contains('\n') {
        marked.push('\u{c}');
    }
    marked
}

/// Low bits of the number of pages that say what the sections have.
const FLAG_BITS: u32 = 2;

impl Fragment {
    /// The bytes of the block. They depend only on the texts, so files of unchanged sections keep their names across
    /// builds.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        let has_versions = self.has_versions();
        let has_kinds = self.sections.iter().any(|section| !section.symbol_kind.is_empty());
        let flags = u32::from(has_kinds) << 1 | u32::from(has_versions);
        writer.varint((self.pages.len() as u32) << FLAG_BITS | flags);
        let write_places = |writer: &mut Writer, places: &[FoundPlace]| {
            writer.varint(places.len() as u32);
            for place in places {
                writer.string(&place.url);
                writer.string(&place.title);
                if has_versions {
                    writer.string(&place.version);
                }
            }
        };
        for page in &self.pages {
            writer.string(&page.url);
            writer.string(&page.title);
            writer.varint(page.meta.len() as u32);
            for (key, value) in &page.meta {
                writer.string(key);
                writer.string(value);
            }
            if has_versions {
                writer.string(&page.version);
            }
        }
        writer.varint(self.sections.len() as u32);
        for section in &self.sections {
            writer.varint(section.page as u32);
            writer.string(&section.id);
            writer.string(&section.anchor);
            writer.string(&section.heading);
            if has_kinds {
                writer.string(&section.symbol_kind);
            }
            writer.varint(section.path.len() as u32);
            section.path.iter().for_each(|heading| writer.string(heading));
            writer.string(&section.marked);
            write_places(&mut writer, &section.also);
            if has_versions {
                write_places(&mut writer, &section.other_editions);
            }
        }
        writer.finish()
    }

    fn has_versions(&self) -> bool {
        let places = |section: &SectionText| section.also.iter().any(|place| !place.version.is_empty());
        self.pages.iter().any(|page| !page.version.is_empty())
            || self.sections.iter().any(|section| places(section) || !section.other_editions.is_empty())
    }

    /// Reads a fragment of `section_count` sections, the number in the directory.
    ///
    /// # Errors
    /// Any damage, or a different number of sections.
    pub fn read(bytes: &[u8], section_count: u32) -> Result<Self, FormatError> {
        let mut fragment = Self::read_marked(bytes, section_count)?;
        fragment.add_plain_texts();
        Ok(fragment)
    }

    /// As [`Self::read`], without the texts with line breaks alone.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(super) fn read_marked(bytes: &[u8], section_count: u32) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        // A site without versions and symbols has no byte more.
        let most = section_count.saturating_mul(1 << FLAG_BITS) | ((1 << FLAG_BITS) - 1);
        let count = cursor.varint_up_to("pages of fragment", most)?;
        let (has_versions, has_kinds) = (count & 1 != 0, count & 2 != 0);
        let version = |cursor: &mut Cursor<'_>| {
            if has_versions { cursor.owned("version") } else { Ok(String::new()) }
        };
        let places = |cursor: &mut Cursor<'_>| {
            cursor.list("also", u32::MAX, &mut |cursor| {
                let (url, title) = (cursor.owned("also")?, cursor.owned("also")?);
                Ok(FoundPlace { url, title, version: version(cursor)? })
            })
        };
        // Filled in place: errors then have one value to drop, which is less code for every page to load.
        let mut fragment = Fragment::default();
        for _ in 0..count >> FLAG_BITS {
            fragment.pages.push(PageText::default());
            let Some(page) = fragment.pages.last_mut() else { break };
            page.url = cursor.owned("url")?;
            page.title = cursor.owned("title")?;
            page.meta = cursor
                .list("meta", u32::MAX, &mut |cursor| Ok((cursor.owned("meta")?, cursor.owned("meta")?)))?;
            page.version = version(&mut cursor)?;
        }
        let last_page = (fragment.pages.len() as u32).saturating_sub(1);
        fragment.sections = cursor.list("sections of fragment", section_count, &mut |cursor| {
            let page = cursor.varint_up_to("page of section", last_page)? as usize;
            let mut section = SectionText { page, ..SectionText::default() };
            section.id = cursor.owned("id")?;
            section.anchor = cursor.owned("anchor")?;
            section.heading = cursor.owned("heading")?;
            if has_kinds {
                section.symbol_kind = cursor.owned("kind")?;
            }
            section.path = cursor.strings("heading path")?;
            section.marked = cursor.owned("text")?;
            section.also = places(cursor)?;
            if has_versions {
                section.other_editions = places(cursor)?;
            }
            Ok(section)
        })?;
        cursor.end("fragment")?;
        let count = fragment.sections.len();
        if count != section_count as usize || (fragment.pages.is_empty() && count > 0) {
            let (at_most, found) = (section_count.into(), count as u64);
            return Err(FormatError::out_of_range("sections of fragment", at_most, found));
        }
        Ok(fragment)
    }
}

#[cfg(test)]
#[cfg(feature = "write")]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_say_what_is_code() {
        let split = |text: &str| {
            let lines: Vec<&str> = text.split('|').collect();
            let (mut text, mut code) = (String::new(), Vec::new());
            for (at, line) in lines.iter().enumerate() {
                if at > 0 {
                    text.push('\n');
                }
                let start = text.len();
                text.push_str(line.trim_start_matches('>'));
                if line.starts_with('>') {
                    code.push(start..text.len());
                }
            }
            (text, code)
        };
        for (lines, expected) in [
            ("a|b", "a\nb"),
            ("a|>b|c", "a\rb\u{c}c"),
            (">a|>b|c|d", "a\u{b}b\u{c}c\nd"),
            (">a", "a\u{c}"),
            (">a|>b", "a\u{b}b"),
            ("", ""),
        ] {
            let (text, code) = split(lines);
            let marked = with_code_breaks(&text, &code);
            assert_eq!(marked, expected);
            assert_eq!(without_marks(&marked), text);
        }
        assert_eq!(with_code_breaks("a\n  b\n\nc\rd", &[2..5, 7..8]), "a\r  b\u{c}\nc d");
    }
}
