//! What of a page is searched, and what is shown: the texts of sections by field, and packed into fragments.

use super::fragment::{Fragment, PageText, SectionText};
use crate::ingest::{NameKind, Page, Section};
use crate::lexical::{Field, SectionTexts};

/// Bytes of text after which a fragment is full. About a third of it goes over the wire for each hit in it; smaller
/// ones compress worse and make the directory longer.
const FRAGMENT_BYTES: usize = 6 << 10;

/// The texts of a section that are searched; `place` is its place on its page.
pub(super) fn field_texts<'a>(page: &'a Page, place: usize, section: &'a Section) -> SectionTexts<'a> {
    let mut stretches = vec![(Field::Title, page.title.as_str())];
    stretches.extend(section.path.iter().map(|heading| (Field::Path, heading.as_str())));
    stretches.push((Field::Heading, section.heading.as_str()));
    let mut at = 0;
    for range in &section.code {
        stretches.push((Field::Body, &section.text[at..range.start]));
        stretches.push((Field::Code, &section.text[range.clone()]));
        at = range.end;
    }
    stretches.push((Field::Body, &section.text[at..]));
    stretches.extend(section.inbound.iter().map(|text| (Field::Anchor, text.as_str())));
    stretches.retain(|(_, text)| !text.is_empty());
    let kind = |kind: NameKind| match kind {
        NameKind::Qualified => 4,
        NameKind::Plain | NameKind::Heading => 3,
        NameKind::Last | NameKind::Listed => 1,
    };
    let mut names: Vec<(&str, u8)> =
        section.names.iter().map(|name| (name.text.as_str(), kind(name.kind))).collect();
    if place == 0 && !page.title.is_empty() {
        names.push((page.title.as_str(), 2));
    }
    SectionTexts { stretches, names, weight: section.weight }
}

/// Packs sections in order until a fragment is full.
pub(super) fn fragments(pages: &[Page]) -> Vec<Fragment> {
    let mut fragments = Vec::new();
    let mut open = Fragment::default();
    let mut bytes = 0;
    for page in pages {
        let mut place = None;
        for section in &page.sections {
            if bytes >= FRAGMENT_BYTES {
                fragments.push(std::mem::take(&mut open));
                (bytes, place) = (0, None);
            }
            let place = *place.get_or_insert_with(|| {
                open.pages.push(PageText {
                    url: page.url.clone(),
                    title: page.title.clone(),
                    meta: page.meta.clone(),
                });
                open.pages.len() - 1
            });
            bytes += section.text.len() + section.heading.len();
            open.sections.push(SectionText {
                page: place,
                anchor: section.anchor.clone(),
                heading: section.heading.clone(),
                path: section.path.clone(),
                text: section.text.clone(),
                also: section.also.iter().map(|also| (also.url.clone(), also.title.clone())).collect(),
            });
        }
    }
    if !open.sections.is_empty() {
        fragments.push(open);
    }
    fragments
}
