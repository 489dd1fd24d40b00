//! A fragment: the texts of some tens of neighbouring sections, with all that a hit shows of them.

use crate::format::{Cursor, FileKind, FormatError, Generation, Writer, read_header, write_header};

/// What a hit shows of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageText {
    /// Address relative to the site's root.
    pub url: String,
    /// Title.
    pub title: String,
}

/// What a hit shows of its section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionText {
    /// Index into the fragment's pages.
    pub page: usize,
    /// The id to jump to on the page; empty for its top.
    pub anchor: String,
    /// The section's own heading.
    pub heading: String,
    /// The headings above it, outermost first.
    pub path: Vec<String>,
    /// What the section says, blocks separated by line breaks.
    pub text: String,
}

/// Texts of neighbouring sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// The pages that the sections are of.
    pub pages: Vec<PageText>,
    /// The sections in order.
    pub sections: Vec<SectionText>,
}

impl Fragment {
    /// The bytes of the fragment file. They depend on nothing but the texts, so that a fragment whose sections
    /// did not change keeps its name from one build to the next.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        write_header(&mut writer, FileKind::Fragment, Generation::default());
        writer.varint(self.pages.len() as u32);
        for page in &self.pages {
            writer.string(&page.url);
            writer.string(&page.title);
        }
        writer.varint(self.sections.len() as u32);
        for section in &self.sections {
            writer.varint(section.page as u32);
            writer.string(&section.anchor);
            writer.string(&section.heading);
            writer.varint(section.path.len() as u32);
            section.path.iter().for_each(|heading| writer.string(heading));
            writer.string(&section.text);
        }
        writer.finish()
    }

    /// Reads a fragment of as many sections as the directory says.
    ///
    /// # Errors
    /// Any damage, or another number of sections.
    pub fn read(bytes: &[u8], section_count: u32) -> Result<Self, FormatError> {
        let mut cursor = read_header(bytes, FileKind::Fragment, Generation::default())?;
        let pages = repeat(&mut cursor, "pages of fragment", section_count, |cursor| {
            Ok(PageText { url: string(cursor, "url")?, title: string(cursor, "title")? })
        })?;
        let last_page = (pages.len() as u32).checked_sub(1);
        let sections = repeat(&mut cursor, "sections of fragment", section_count, |cursor| {
            let page = cursor.varint_up_to("page of section", last_page.unwrap_or(0))? as usize;
            let anchor = string(cursor, "anchor")?;
            let heading = string(cursor, "heading")?;
            let path = repeat(cursor, "heading path", u32::MAX, |cursor| string(cursor, "heading path"))?;
            Ok(SectionText { page, anchor, heading, path, text: string(cursor, "text")? })
        })?;
        cursor.end("fragment")?;
        if sections.len() != section_count as usize || (pages.is_empty() && !sections.is_empty()) {
            let (at_most, found) = (section_count.into(), sections.len() as u64);
            return Err(FormatError::OutOfRange { what: "sections of fragment", at_most, found });
        }
        Ok(Fragment { pages, sections })
    }
}

fn string(cursor: &mut Cursor<'_>, what: &'static str) -> Result<String, FormatError> {
    cursor.string(what).map(str::to_owned)
}

/// Reads a count and as many items. Nothing is reserved ahead: a hostile count runs into the end of the file.
fn repeat<T>(
    cursor: &mut Cursor<'_>,
    what: &'static str,
    at_most: u32,
    mut item: impl FnMut(&mut Cursor<'_>) -> Result<T, FormatError>,
) -> Result<Vec<T>, FormatError> {
    let count = cursor.varint_up_to(what, at_most)?;
    (0..count).map(|_| item(cursor)).collect()
}
