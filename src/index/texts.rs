//! Selects what is searched, as section texts by field, and what is shown, as fragments; and which sections are editions or
//! in secondary pages.

use std::collections::{BTreeSet, HashMap};

use super::fragment::{FoundPlace, Fragment, PageText, SectionText, with_code_breaks};
use super::shown;
use crate::filters::Edition;
use crate::index::{Also, NameKind, Page, Section, TextSource, USUAL_WEIGHT};
use crate::lexical::{Field, SectionTexts};

/// Bytes of text at which a fragment is full. A hit in it transfers about a third of that. Smaller fragments compress
/// worse and lengthen the directory.
const FRAGMENT_BYTES: usize = 6 << 10;

/// Limit in bytes of what hits show besides the text, per fragment. Normal pages have little of it; damaged or hostile
/// ones must not make a block too large.
const MAX_FRAGMENT_BYTES: usize = 1 << 20;

/// How many doublings of inbound links outweigh one kind of name.
const LINKS_OF_A_KIND: u8 = 3;

/// Doublings that count at most: being linked from every page means no more than being linked from most.
const MOST_KNOWN: u32 = 7;

/// The rank of the names of what is deprecated.
const DEPRECATED_RANK: u8 = 2;

/// The searched texts of the section with index `place` of its page.
pub(super) fn field_texts(page: &Page, place: usize) -> SectionTexts<'_> {
    let section = &page.sections[place];
    let mut fields = vec![(Field::Title, page.title.as_str())];
    fields.extend(section.path.iter().map(|heading| (Field::Path, heading.as_str())));
    fields.push((Field::Heading, section.heading.as_str()));
    let mut at = 0;
    // A list of headings comes behind the sections that it lists: for their words, it weighs what headings above do.
    let is_outline = section.source == TextSource::Headings;
    let body = if is_outline { Field::Path } else { Field::Body };
    for range in &section.code {
        fields.push((body, &section.text[at..range.start]));
        fields.push((Field::Code, &section.text[range.clone()]));
        at = range.end;
    }
    fields.push((body, &section.text[at..]));
    fields.push((Field::Body, &section.word_parts));
    // As what others call it, and as little as headings above.
    fields.push((Field::Anchor, &section.keywords));
    fields.push((Field::Path, &section.page_keywords));
    fields.extend(section.anchor_texts.iter().map(|text| (Field::Anchor, text.as_str())));
    fields.retain(|(_, text)| !text.is_empty());
    let rank = |kind: NameKind| match name_rank(kind, section.linking_pages) {
        // Behind the names of all that is not, and a name still.
        rank if section.is_deprecated => rank.min(DEPRECATED_RANK),
        rank => rank,
    };
    // A page stays first for its title, even if its text weighs less than a section of that name.
    let is_light = place == 0 && section.weight < USUAL_WEIGHT;
    let raised = |kind: NameKind| u8::from(is_light && kind == NameKind::Plain);
    let mut names: Vec<(&str, u8)> =
        section.names.iter().map(|name| (name.text.as_str(), rank(name.kind) + raised(name.kind))).collect();
    // A page that only points elsewhere has no name, not even its title; other secondary pages keep those of their title.
    let is_named = !page.is_secondary || !section.names.is_empty();
    if place == 0 && !page.title.is_empty() && is_named {
        names.push((page.title.as_str(), rank(NameKind::Member)));
    }
    SectionTexts { fields, names, beside: &page.path_words, weight: section.weight }
}

/// Orders sections that share a name, largest first, by the kind of the name and by inbound links. A site may document
/// many symbols called "list"; its pages link mostly to the one that readers look for.
fn name_rank(kind: NameKind, linking_pages: u32) -> u8 {
    let sure = match kind {
        NameKind::Qualified => 4,
        NameKind::Plain | NameKind::Heading => 3,
        NameKind::Member => 2,
        NameKind::Last => 1,
        // The section may only mention the name; its inbound links may be for something else.
        NameKind::Listed => return 2,
        NameKind::Noted => return 1,
    };
    let known = (linking_pages + 1).ilog2().min(MOST_KNOWN);
    sure * LINKS_OF_A_KIND + known as u8
}

/// Packs sections in order, until a fragment is full. `shared` are the [`shown::shared_headings`] of the pages.
pub(super) fn fragments(pages: &[Page], shared: &BTreeSet<&str>) -> impl Iterator<Item = Fragment> {
    let mut sections = pages
        .iter()
        .enumerate()
        .flat_map(|(number, page)| (0..page.sections.len()).map(move |place| (number, page, place)));
    std::iter::from_fn(move || {
        let mut open = Fragment::default();
        let (mut bytes, mut shown_beside, mut last) = (0, 0, None);
        while bytes < FRAGMENT_BYTES && shown_beside < MAX_FRAGMENT_BYTES {
            let Some((number, page, place)) = sections.next() else { break };
            let section = &page.sections[place];
            // The title has the name of what the page is about.
            let heading = if place == 0 { section.heading.as_str().into() } else { shown::heading(section) };
            if last != Some(number) {
                last = Some(number);
                shown_beside += page.meta.iter().map(|(key, value)| key.len() + value.len()).sum::<usize>();
                open.pages.push(PageText {
                    url: page.url.clone(),
                    title: page.title.clone(),
                    meta: page.meta.clone(),
                    version: page.version.clone(),
                });
            }
            let path = shown::path(section, &heading, &page.title, shared);
            bytes += section.text.len() + heading.len();
            shown_beside += section.id.len();
            shown_beside += path.iter().map(String::len).sum::<usize>();
            let others = || section.also.iter().chain(&section.other_editions);
            shown_beside += others().map(|also| also.url.len() + also.title.len()).sum::<usize>();
            open.sections.push(SectionText {
                page: open.pages.len() - 1,
                id: section.id.clone(),
                anchor: section.anchor.clone(),
                heading: heading.into_owned(),
                symbol_kind: section.shown_kind().into_owned(),
                path,
                text: section.text.clone(),
                marked: with_code_breaks(&section.text, &section.code),
                also: section.also.iter().map(other_place).collect(),
                other_editions: section.other_editions.iter().map(other_place).collect(),
            });
        }
        (!open.sections.is_empty()).then_some(open)
    })
}

fn other_place(also: &Also) -> FoundPlace {
    let Also { url, title, version } = also.clone();
    FoundPlace { url, title, version }
}

/// The editions of sections, in section order, with groups numbered in that order. Leaves out sections whose other
/// editions are in the index of another language.
pub(super) fn editions(pages: &[Page]) -> Vec<Edition> {
    let of_page = |page: &Page, section: &Section| {
        let mut versions: Vec<String> = page.version.split(',').map(str::to_owned).collect();
        versions.extend(section.also.iter().flat_map(|also| also.version.split(',').map(str::to_owned)));
        let mut seen = BTreeSet::new();
        versions.retain(|version| !version.is_empty() && seen.insert(version.clone()));
        versions.join(",")
    };
    let sections = pages.iter().flat_map(|page| page.sections.iter().map(move |section| (page, section)));
    let mut of_group: HashMap<u32, usize> = HashMap::new();
    for (_, section) in sections.clone() {
        if let Some(edition) = section.edition {
            *of_group.entry(edition.group).or_default() += 1;
        }
    }
    of_group.retain(|_, editions| *editions > 1);
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut editions = Vec::new();
    for ((page, section), id) in sections.zip(0..) {
        let Some(edition) = section.edition.filter(|edition| of_group.contains_key(&edition.group)) else {
            continue;
        };
        let next = numbers.len() as u32;
        let group = *numbers.entry(edition.group).or_insert(next);
        editions.push(Edition { section: id, group, rank: edition.rank, versions: of_page(page, section) });
    }
    editions
}

/// Where runs of secondary pages begin and end, as the directory has them.
pub(super) fn secondary_runs(pages: &[Page]) -> Vec<u32> {
    let mut runs = vec![0];
    for (page, after) in pages.iter().zip(1..) {
        let in_run = runs.len() % 2 == 0;
        if page.is_secondary != in_run {
            runs.push(after);
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;
    use super::*;

    #[test]
    fn a_list_of_headings_is_searched_as_headings_above() {
        for (source, expected) in [
            (TextSource::Headings, Field::Path),
            (TextSource::Own, Field::Body),
            (TextSource::Entry, Field::Body),
        ] {
            let mut outline = page("a", "A", &[("", "Keys", "› Make\n› Remove")]);
            outline.sections[0].source = source;
            let fields = field_texts(&outline, 0).fields;
            assert!(fields.contains(&(expected, "› Make\n› Remove")), "{source:?}: {fields:?}");
        }
    }

    #[test]
    fn secondary_pages_are_runs() {
        for (pages, expected) in [("", &[0][..]), ("---", &[0]), ("-++-", &[0, 2, 4]), ("+-+", &[0, 1, 2, 3])]
        {
            let pages = pages.chars().map(|c| Page { is_secondary: c == '+', ..page("a", "A", &[]) });
            assert_eq!(secondary_runs(&pages.collect::<Vec<_>>()), expected);
        }
    }
}
