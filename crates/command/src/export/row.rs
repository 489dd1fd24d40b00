//! [`Row`]: a section as both engines get it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use docfuse::format::sha256_hex;
use docfuse::index::{FoundPlace, PageText, SectionText};

/// Hexadecimal digits of an id.
const ID_DIGITS: usize = 32;

/// A section with everything that the index holds of it.
#[derive(Clone, Serialize)]
pub struct Row<'a> {
    /// The same in every export of a section with this address, or of a record with this id.
    pub id: String,
    /// Address, with its anchor.
    pub url: String,
    /// Address of its page.
    pub page: &'a str,
    pub anchor: &'a str,
    /// Id of a record; empty for a section of a page.
    pub record: &'a str,
    pub language: &'a str,
    /// Title of the page.
    pub title: &'a str,
    /// The headings above it, outermost first.
    pub path: Vec<&'a str>,
    pub heading: &'a str,
    /// Kind of the symbol that it documents; empty for none.
    pub kind: &'a str,
    /// What a query names it by, folded.
    pub names: &'a [String],
    /// Versions of its page.
    pub version: Vec<&'a str>,
    /// Number of the editions to which it belongs, and how current it is among them, 0 for the most current.
    pub edition: Option<u32>,
    pub edition_rank: Option<u32>,
    /// Filter values of its page, as `NAME=VALUE`.
    pub filters: &'a [String],
    /// Page metadata.
    pub meta: BTreeMap<&'a str, &'a str>,
    /// Near-duplicates that have no row of their own.
    pub also: &'a [FoundPlace],
    pub text: &'a str,
}

impl<'a> Row<'a> {
    /// The row of a section, whose id is not in `ids`, without what the index has in other files.
    pub fn new(
        section: &'a SectionText,
        page: &'a PageText,
        language: &'a str,
        ids: &mut BTreeSet<String>,
    ) -> Self {
        let url = match section.anchor.as_str() {
            "" => page.url.clone(),
            anchor => [&page.url, "#", anchor].concat(),
        };
        Row {
            id: id(&section.id, &url, ids),
            url,
            page: &page.url,
            anchor: &section.anchor,
            record: &section.id,
            language,
            title: &page.title,
            path: section.path.iter().map(String::as_str).filter(|heading| !heading.is_empty()).collect(),
            heading: &section.heading,
            kind: &section.symbol_kind,
            names: &[],
            version: page.version.split(',').filter(|version| !version.is_empty()).collect(),
            edition: None,
            edition_rank: None,
            filters: &[],
            meta: page.meta.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect(),
            also: &section.also,
            text: &section.text,
        }
    }

    /// What an engine with a single searched field searches: title, headings and text.
    pub fn searched(&self) -> String {
        let mut lines = vec![self.title];
        let headings = self.path.iter().copied().chain([self.heading]);
        lines.extend(headings.filter(|heading| !heading.is_empty() && *heading != self.title));
        lines.push(self.text);
        lines.join("\n")
    }
}

/// An id out of what names the section, counted up where several have one.
fn id(record: &str, url: &str, ids: &mut BTreeSet<String>) -> String {
    let mut name = if record.is_empty() { format!("url:{url}") } else { format!("record:{record}") };
    loop {
        let mut id = sha256_hex(name.as_bytes());
        id.truncate(ID_DIGITS);
        if ids.insert(id.clone()) {
            return id;
        }
        name.push('+');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_stable_and_differ() {
        let mut ids = BTreeSet::new();
        let made = [("", "a.html"), ("", "a.html"), ("a.html", ""), ("", "b.html")]
            .map(|(record, url)| id(record, url, &mut ids));
        assert_eq!(ids.len(), made.len());
        assert!(made.iter().all(|id| id.len() == ID_DIGITS));
        assert_eq!(made[3], id("", "b.html", &mut BTreeSet::new()));
    }
}
