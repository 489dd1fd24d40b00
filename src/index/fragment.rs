//! A fragment is one block of texts: adjacent sections with everything that a hit shows of them.

#[cfg(feature = "write")]
use crate::format::Writer;
use crate::format::{Cursor, FormatError};

/// What a hit shows of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageText {
    /// Address relative to the site's root.
    pub url: String,
    /// Title.
    pub title: String,
    /// Page metadata to show, as keys and values.
    pub meta: Vec<(String, String)>,
}

/// What a hit shows of its section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionText {
    /// Index into the fragment's pages.
    pub page: usize,
    /// Id of the record; empty for a section of a page.
    pub id: String,
    /// Element id of the section; empty for the top of the page.
    pub anchor: String,
    /// The section's own heading.
    pub heading: String,
    /// The headings above it, outermost first.
    pub path: Vec<String>,
    /// Text of the section; line breaks separate HTML blocks.
    pub text: String,
    /// Address and page title of near-duplicate sections.
    pub also: Vec<(String, String)>,
}

/// Texts of adjacent sections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fragment {
    /// The pages of the sections.
    pub pages: Vec<PageText>,
    /// The sections in order.
    pub sections: Vec<SectionText>,
}

impl Fragment {
    /// The bytes of the block. They depend only on the texts, so files of unchanged sections keep their names across
    /// builds.
    #[cfg(feature = "write")]
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.varint(self.pages.len() as u32);
        for page in &self.pages {
            writer.string(&page.url);
            writer.string(&page.title);
            write_pairs(&mut writer, &page.meta);
        }
        writer.varint(self.sections.len() as u32);
        for section in &self.sections {
            writer.varint(section.page as u32);
            writer.string(&section.id);
            writer.string(&section.anchor);
            writer.string(&section.heading);
            writer.varint(section.path.len() as u32);
            section.path.iter().for_each(|heading| writer.string(heading));
            writer.string(&section.text);
            write_pairs(&mut writer, &section.also);
        }
        writer.finish()
    }

    /// Reads a fragment of `section_count` sections, the number in the directory.
    ///
    /// # Errors
    /// Any damage, or a different number of sections.
    pub fn read(bytes: &[u8], section_count: u32) -> Result<Self, FormatError> {
        let mut cursor = Cursor::new(bytes);
        let pages = cursor.list("pages of fragment", section_count, &mut |cursor| {
            let (url, title) = (cursor.owned("url")?, cursor.owned("title")?);
            Ok(PageText { url, title, meta: pairs(cursor, "meta")? })
        })?;
        let last_page = (pages.len() as u32).saturating_sub(1);
        let sections = cursor.list("sections of fragment", section_count, &mut |cursor| {
            let page = cursor.varint_up_to("page of section", last_page)? as usize;
            let id = cursor.owned("id")?;
            let anchor = cursor.owned("anchor")?;
            let heading = cursor.owned("heading")?;
            let path = cursor.strings("heading path")?;
            let text = cursor.owned("text")?;
            Ok(SectionText { page, id, anchor, heading, path, text, also: pairs(cursor, "also")? })
        })?;
        cursor.end("fragment")?;
        if sections.len() != section_count as usize || (pages.is_empty() && !sections.is_empty()) {
            let (at_most, found) = (section_count.into(), sections.len() as u64);
            return Err(FormatError::OutOfRange { what: "sections of fragment", at_most, found });
        }
        Ok(Fragment { pages, sections })
    }
}

#[cfg(feature = "write")]
fn write_pairs(writer: &mut Writer, pairs: &[(String, String)]) {
    writer.varint(pairs.len() as u32);
    for (one, two) in pairs {
        writer.string(one);
        writer.string(two);
    }
}

fn pairs(cursor: &mut Cursor<'_>, what: &'static str) -> Result<Vec<(String, String)>, FormatError> {
    cursor.list(what, u32::MAX, &mut |cursor| Ok((cursor.owned(what)?, cursor.owned(what)?)))
}
