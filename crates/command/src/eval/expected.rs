//! Pages and sections that an author expects, checked against those of the index.

use std::collections::BTreeMap;

use super::judged::Judged;
use super::queries_yml::{Written, WrittenQuery};
use crate::eval::args::Level;
use crate::folder::IndexFolder;
use crate::folder::plain_address::plain;
use docfuse::ids::SectionId;
use docfuse::index::{BlockId, BlockKind, Slot};
use docfuse::lexical::edit_distance;
use docfuse_site::address;

/// Addresses of all pages and sections of an index.
#[derive(Default)]
pub struct Names {
    /// By plain address.
    pages: BTreeMap<String, String>,
    /// By plain address; records also by their id.
    sections: BTreeMap<String, String>,
    /// Plain address of a near-duplicate, and the address of the section that is shown in its place.
    shown_as: BTreeMap<String, String>,
}

impl Names {
    /// Reads all texts of an index. Texts that cannot be read have no names here.
    pub fn read(index: &mut IndexFolder) -> Self {
        let store = index.store();
        let texts: Vec<BlockId> = store.blocks(BlockKind::Texts).filter(|id| store.is_missing(*id)).collect();
        index.load(&texts);
        let store = index.store();
        let mut names = Names::default();
        for section in (0..store.directory().section_count()).map(SectionId) {
            let Some((Slot::Ready(fragment), place)) = store.text(section) else { continue };
            let Some(section) = fragment.sections.get(place) else { continue };
            let Some(page) = fragment.pages.get(section.page) else { continue };
            let url = match section.anchor.as_str() {
                "" => page.url.clone(),
                anchor => format!("{}#{anchor}", page.url),
            };
            for other in &section.also {
                names.shown_as.insert(plain(&other.url), url.clone());
            }
            names.pages.insert(plain(&page.url), page.url.clone());
            names.sections.insert(plain(&url), url);
            if !section.id.is_empty() {
                names.sections.insert(plain(&section.id), section.id.clone());
            }
        }
        names
    }

    /// The query with its answers. One with an anchor, or a record's id that is no address, makes all of them sections.
    ///
    /// # Errors
    /// A page or section that the index does not have, with the nearest one.
    pub fn judged(&self, written: &WrittenQuery) -> Result<Judged, String> {
        let is_id = |text: &str| !self.pages.contains_key(text) && self.sections.contains_key(text);
        let names_section = |text: &str| text.contains('#') || is_id(&plain(text));
        let is_section = written.expect.iter().any(|expected| names_section(&expected.text));
        let level = if is_section { Level::Section } else { Level::Page };
        let judgements = written.expect.iter().map(|expected| Ok((self.document(expected, level)?, 1.0)));
        let text = written.query.text.clone();
        Ok(Judged { id: text.clone(), text, judgements: judgements.collect::<Result<_, String>>()?, level })
    }

    fn document(&self, expected: &Written, level: Level) -> Result<String, String> {
        let (names, what) = match level {
            Level::Page => (&self.pages, "page"),
            Level::Section => (&self.sections, "section"),
        };
        let typed = expected.text.trim_start_matches("./").trim_start_matches('/');
        let (page, anchor) = typed.split_once('#').map_or((typed, None), |(page, id)| (page, Some(id)));
        let with_anchor =
            |page: &str| anchor.map_or_else(|| page.to_owned(), |anchor| format!("{page}#{anchor}"));
        let url = with_anchor(page);
        // Addresses in the index are percent-encoded.
        let forms = [plain(&url), plain(&with_anchor(&address(page)))];
        if let Some(form) = forms.iter().find(|form| names.contains_key(*form)) {
            return Ok(form.clone());
        }
        let help = match (self.shown_as.get(&forms[0]), nearest(names, &url, page)) {
            (Some(shown), _) => format!("its text is nearly that of {shown}, which is shown in its place"),
            (None, Some(nearest)) => format!("did you mean {nearest}?"),
            (None, None) => "the index is empty".to_owned(),
        };
        Err(format!("line {}: the index has no {what} {url}; {help}", expected.line))
    }
}

/// The name nearest to `url`: one of the same page, else of a page with the same file name, else of any; then by edit
/// distance.
fn nearest<'a>(names: &'a BTreeMap<String, String>, url: &str, page: &str) -> Option<&'a String> {
    let file = |page: &str| page.rsplit('/').next().unwrap_or(page).to_owned();
    let distance = |name: &&String| {
        let other = name.split('#').next().unwrap_or(name);
        (other != page, file(other) != file(page), edit_distance(url, name))
    };
    names.values().min_by_key(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::queries_yml::parse;

    fn names() -> Names {
        let urls = [
            "index.html",
            "guide/index.html",
            "guide/setup.html#install",
            "guide/setup.html#first-run",
            "api.html",
            "a%20b.html",
        ];
        let mut names = Names::default();
        for url in urls {
            let page = url.split('#').next().unwrap();
            names.sections.insert(plain(url), url.to_owned());
            names.pages.insert(plain(page), page.to_owned());
        }
        names.sections.insert("7".to_owned(), "7".to_owned());
        names.shown_as.insert("old/setup".to_owned(), "guide/setup.html#install".to_owned());
        names
    }

    fn judged(expect: &str) -> Result<Judged, String> {
        names().judged(&parse(&format!("q: {expect}")).unwrap()[0])
    }

    #[test]
    fn expectations_name_pages_or_sections() {
        for (expect, is_section, url) in [
            ("api.html", false, "api.html"),
            ("/guide/setup.html", false, "guide/setup.html"),
            ("./guide/", false, "guide/index.html"),
            ("guide", false, "guide/index.html"),
            ("/", false, "index.html"),
            ("a b.html", false, "a%20b.html"),
            ("a%20b.html", false, "a%20b.html"),
            ("guide/setup.html#install", true, "guide/setup.html#install"),
            ("[api.html, guide/setup.html#install]", true, "api.html"),
            ("7", true, "7"),
        ] {
            let judged = judged(expect).unwrap();
            assert_eq!(judged.level == Level::Section, is_section, "{expect}");
            assert!(judged.judgements.contains_key(&plain(url)), "{expect}: {:?}", judged.judgements);
        }
    }

    #[test]
    fn an_unknown_page_gets_a_suggestion() {
        for (expect, parts) in [
            ("guide/setups.html", &["line 1", "no page guide/setups.html", "guide/setup.html?"][..]),
            ("setup.html", &["did you mean guide/setup.html?"]),
            ("guide/setup.html#frist-run", &["no section", "guide/setup.html#first-run?"]),
            ("[api.html, guide/setup.html#zzz]", &["did you mean guide/setup.html#install?"]),
            ("old/setup.html", &["nearly that of guide/setup.html#install"]),
        ] {
            let message = judged(expect).err().unwrap();
            for part in parts {
                assert!(message.contains(part), "{expect}: {message:?} lacks {part:?}");
            }
        }
    }
}
