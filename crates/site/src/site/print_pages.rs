//! Print pages: a manual on one page beside its chapters. [`remove_print_pages`] leaves out what the chapters say.

use std::collections::{HashMap, HashSet};

use super::shingles::Shingles;
use crate::left_out::LeftOut;
use crate::left_parts::PartRule;
use crate::raw_page::RawPage;
use docfuse::index::{LeftPart, Section};
use docfuse::text::fold;

/// Most pages with a heading that identifies them: the page itself, and print pages of chapter and book. Many pages
/// have an "Introduction"; leaving such headings out also keeps the comparison linear.
const MAX_PAGES_WITH_HEADING: usize = 3;

/// Minimum chapters of a manual.
const MIN_CHAPTERS: usize = 3;

/// Minimum share of the runs of words of a section that the chapters have.
const MIN_REPEATED: f64 = 0.8;

/// Minimum share, in percent, of a page's text in sections that the chapters have. A page with more of its own is not
/// made of them.
const MIN_REPEATED_PERCENT: usize = 80;

/// Takes the sections that chapters have out of print pages, and print pages without a section of their own out of
/// `pages`. A section stays if it has a word that no chapter has. Returns the pages taken out. O(total size).
pub(super) fn remove_print_pages(pages: &mut Vec<RawPage>) -> Vec<(String, LeftOut)> {
    let mut found = Vec::new();
    for (number, chapters) in print_pages(pages) {
        if pages[number].kept.has(PartRule::Chapter) {
            continue;
        }
        let chapters: Vec<&RawPage> = chapters.iter().map(|&chapter| &pages[chapter]).collect();
        let own = own_sections(&pages[number], &Chapters::of(&chapters));
        let bytes = |own: bool, keep: &[bool]| -> usize {
            let sections = pages[number].sections.iter().zip(keep).filter(|(_, keep)| **keep == own);
            sections.map(|(section, _)| section.text.len()).sum()
        };
        let (repeated, others) = (bytes(false, &own), bytes(true, &own));
        if repeated * 100 >= (repeated + others) * MIN_REPEATED_PERCENT {
            found.push((number, own, chapters.len()));
        }
    }
    let mut left_out = Vec::new();
    let mut is_left_out = vec![false; pages.len()];
    for (number, own, covered) in found {
        if own.contains(&true) {
            let page = &mut pages[number];
            if let Some(parts) = &mut page.left_parts {
                let repeated = page.sections.iter().zip(&own).filter(|(_, own)| !**own);
                parts.extend(repeated.map(|(section, _)| LeftPart {
                    rule: PartRule::Chapter.word(),
                    text: format!("{} {}", section.heading, section.text),
                }));
            }
            page.keep_sections(&own);
        } else {
            is_left_out[number] = true;
            left_out.push((pages[number].url.clone(), LeftOut::PrintPage { covered }));
        }
    }
    let mut numbers = is_left_out.into_iter();
    pages.retain(|_| !numbers.next().unwrap_or_default());
    left_out
}

/// Pages that may be print pages, each with its chapters: it has most identifying headings of each, and about as much text as
/// all.
fn print_pages(pages: &[RawPage]) -> Vec<(usize, Vec<usize>)> {
    let mut pages_of: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, page) in pages.iter().enumerate() {
        for section in page.sections.iter().filter(|section| !section.heading.is_empty()) {
            let pages_of = pages_of.entry(&section.heading).or_default();
            if pages_of.last() != Some(&number) && pages_of.len() <= MAX_PAGES_WITH_HEADING {
                pages_of.push(number);
            }
        }
    }
    pages_of.retain(|_, pages| pages.len() <= MAX_PAGES_WITH_HEADING);
    let mut identifying = vec![0; pages.len()];
    let mut shared: HashMap<(usize, usize), usize> = HashMap::new();
    for pages in pages_of.values() {
        for &page in pages {
            identifying[page] += 1;
            for &other in pages.iter().filter(|&&other| other != page) {
                *shared.entry((page, other)).or_default() += 1;
            }
        }
    }
    let text = |page: &RawPage| page.sections.iter().map(|section| section.text.len()).sum::<usize>();
    let mut chapters: Vec<Vec<usize>> = vec![Vec::new(); pages.len()];
    for (&(page, other), &headings) in &shared {
        let is_chapter = headings * 10 >= identifying[other] * 8 && identifying[page] > identifying[other];
        if is_chapter && are_found_together(&pages[page], &pages[other]) {
            chapters[page].push(other);
        }
    }
    let is_print = |(page, chapters): &(usize, Vec<usize>)| {
        let covered: usize = chapters.iter().map(|&chapter| text(&pages[chapter])).sum();
        chapters.len() >= MIN_CHAPTERS && text(&pages[*page]) * 2 >= covered
    };
    chapters.into_iter().enumerate().filter(is_print).collect()
}

/// Whether whoever looks for one page may find the other: neither version, language nor filters tell them apart.
fn are_found_together(a: &RawPage, b: &RawPage) -> bool {
    a.language == b.language
        && a.url[a.version_folder.clone()] == b.url[b.version_folder.clone()]
        && a.metadata.values().eq(b.metadata.values())
}

/// What the chapters of a manual say.
struct Chapters {
    runs: HashSet<u64>,
    words: HashSet<String>,
    headings: HashSet<String>,
}

impl Chapters {
    /// O(length of the chapters).
    fn of(pages: &[&RawPage]) -> Chapters {
        let (mut runs, mut words, mut headings) = (HashSet::new(), HashSet::new(), HashSet::new());
        for page in pages {
            words.extend(page.titles.iter().flat_map(|title| words_of(title)));
            for section in &page.sections {
                headings.insert(without_number(&section.heading));
                runs.extend(Shingles::of(&text_of(section)).hashes());
                words.extend(words_of(&section.heading).chain(words_of(&section.text)));
            }
        }
        Chapters { runs, words, headings }
    }

    /// Whether a section says nothing else. A list of the chapters says nothing.
    fn have(&self, section: &Section) -> bool {
        let is_listed = |line: &&str| self.headings.contains(&without_number(line));
        let lines = std::iter::once(section.heading.as_str()).chain(section.text.lines());
        let text = fold(&lines.filter(|line| !is_listed(line)).collect::<Vec<_>>().join("\n"));
        text.is_empty() || Shingles::of(&text).share_in(&self.runs) >= MIN_REPEATED
    }

    fn have_words(&self, section: &Section) -> bool {
        words_of(&section.heading).chain(words_of(&section.text)).all(|word| self.words.contains(&word))
    }
}

/// For each section of a page, whether it says something that the chapters do not.
fn own_sections(page: &RawPage, chapters: &Chapters) -> Vec<bool> {
    let is_own = |section: &Section| !chapters.have(section) || !chapters.have_words(section);
    page.sections.iter().map(is_own).collect()
}

fn text_of(section: &Section) -> String {
    fold(&[section.heading.as_str(), "\n", &section.text].concat())
}

fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(fold)
}

/// A heading, folded, without the number before it: print pages number chapters, or do not.
fn without_number(heading: &str) -> String {
    let is_number = |c: char| c.is_numeric() || c.is_whitespace() || c == '.';
    fold(heading).trim_matches(is_number).to_owned()
}

#[cfg(test)]
mod tests {
    use crate::*;

    const CHAPTERS: usize = 6;

    /// Too short for sections to be near-duplicates.
    fn chapter(number: usize) -> String {
        let words: String = (0..20).map(|word| format!("word{} ", number * 100 + word)).collect();
        format!(
            "<h1 id=c{number}>Chapter {number}</h1><p>{words}<h2 id=d{number}>Details {number}</h2><p>{words}!"
        )
    }

    /// The sections of `whole.html` that stay, besides six chapters and ten other pages; `None` if it is left out.
    fn check(whole: &str, expected: Option<&[&str]>) {
        let page =
            |url: String, html: &str| read_page(&url, html.as_bytes(), &IngestConfig::default()).unwrap();
        let mut pages: Vec<RawPage> =
            (0..CHAPTERS).map(|number| page(format!("book/{number}.html"), &chapter(number))).collect();
        pages.extend((0..10).map(|number| {
            page(format!("other/{number}.html"), &format!("<h1 id=o>Other {number}</h1><p>{number}"))
        }));
        pages.push(page("whole.html".to_owned(), whole));
        let (pages, left_out) = finish_site(pages);
        let whole = pages.iter().find(|page| page.url == "whole.html");
        let headings: Option<Vec<&str>> =
            whole.map(|page| page.sections.iter().map(|section| section.heading.as_str()).collect());
        assert_eq!(headings.as_deref(), expected);
        let is_named =
            left_out.contains(&("whole.html".to_owned(), LeftOut::PrintPage { covered: CHAPTERS }));
        assert_eq!(is_named, expected.is_none());
        assert_eq!(pages.len(), CHAPTERS + 10 + usize::from(expected.is_some()));
    }

    #[test]
    fn chapters_are_the_answer() {
        let all: String = (0..CHAPTERS).map(chapter).collect();
        let contents: String =
            (0..CHAPTERS).map(|number| format!("<li>{number}. Chapter {number}")).collect();
        let preface = "<h1 id=p>Preface</h1><p>Thanks to all.";
        // Words of the chapters, in another order.
        let summary: String = (0..20).map(|word| format!("word{} ", (word * 7) % 20)).collect();
        let summary = format!("<h1 id=s>Chapter</h1><p>{summary}");
        let own: String = (0..800).map(|word| format!("own{word} ")).collect();
        check(&all, None);
        check(&format!("<h1 id=t>Chapter</h1><ul>{contents}</ul>{all}"), None);
        check(&format!("{preface}{all}"), Some(&["Preface"]));
        check(&format!("{all}{summary}"), Some(&["Chapter"]));
        let headings: Vec<String> = (0..CHAPTERS)
            .flat_map(|number| [format!("Chapter {number}"), format!("Details {number}")])
            .collect();
        let headings: Vec<&str> =
            std::iter::once("Preface").chain(headings.iter().map(String::as_str)).collect();
        check(&format!("{preface}{own}{all}"), Some(&headings));
    }
}
