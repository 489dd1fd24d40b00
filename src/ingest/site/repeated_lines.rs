//! Furniture that no element reveals: lines with which most pages begin or end ([`remove_repeated_lines`]).
//!
//! At the top: the site's name, slogan and version, a warning, "Part of the … suite". At the bottom: the date of the last
//! change, a link to edit the page, a question whether it helped.

use std::collections::{HashMap, HashSet};

use crate::ingest::page::Section;
use crate::ingest::raw_page::RawPage;
use crate::text::fold;

/// Minimum pages that must agree before something counts as the site's and not the page's.
pub(super) const MIN_PAGES_ALIKE: usize = 3;

/// Minimum pages with the same single line at their beginning or end. Documents of few pages repeat lines by chance.
const MIN_PAGES_WITH_LINE: usize = 6;

/// Minimum pages with lines that agree up to a date. Content may do so, too: "Added in version 3.2".
const MIN_PAGES_WITH_DATE: usize = 10;

/// Most lines looked at, and most bytes of each.
const MAX_LINES: usize = 6;
const MAX_LINE_BYTES: usize = 160;

/// Minimum words before a date.
const MIN_WORDS: usize = 2;

/// Most lines and bytes of a banner at the top of a page: name, slogan, version, a warning.
const MAX_BANNER_LINES: usize = 8;
const MAX_BANNER_BYTES: usize = 400;

/// Removes the lines with which at least half of the pages begin or end, and sections that have nothing else. O(pages).
pub(super) fn remove_repeated_lines(pages: &mut [RawPage]) {
    drop_repeated_tops(pages);
    drop_lines(pages, End::Top);
    drop_lines(pages, End::Bottom);
}

/// Removes banners that look like content: lines with which most pages begin, and sections that have nothing else.
fn drop_repeated_tops(pages: &mut [RawPage]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        for prefix in banners(page) {
            *counts.entry(prefix).or_default() += 1;
        }
    }
    let enough = MIN_PAGES_ALIKE.max(pages.len().div_ceil(2));
    for page in pages {
        let banner = banners(page).into_iter().rev().find(|banner| counts[banner] >= enough);
        let is_only = page.sections.len() == 1;
        let (Some(banner), Some(first)) = (banner, page.sections.first_mut()) else { continue };
        let taken = banner.len() - first.heading.len() - 1;
        let rest = first.text[taken..].trim_start_matches('\n');
        if rest.is_empty() && !is_only {
            page.remove_first();
        } else if !rest.is_empty() && first.heading.is_empty() {
            cut_beginning(first, first.text.len() - rest.len());
        }
    }
}

/// Possible banners in a page's first section: its heading with its first line, its first two lines and so on.
fn banners(page: &RawPage) -> Vec<String> {
    let Some(first) = page.sections.first() else { return Vec::new() };
    let ends = first.text.match_indices('\n').map(|(at, _)| at).chain([first.text.len()]);
    let ends = ends.take_while(|&end| end <= MAX_BANNER_BYTES).take(MAX_BANNER_LINES);
    ends.map(|end| format!("{}\n{}", first.heading, &first.text[..end])).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Top,
    Bottom,
}

/// What lines of several pages have in common.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Pattern {
    /// The folded line.
    Line(String),
    /// The folded words before a number.
    BeforeNumber(String),
}

impl Pattern {
    /// The patterns of a line. A name before the number belongs to it: "Last changed on May 4", "in Version 3".
    fn of(line: &str) -> impl Iterator<Item = Pattern> {
        let mut words: Vec<&str> =
            line.split_whitespace().take_while(|word| !word.contains(|c: char| c.is_ascii_digit())).collect();
        let has_number = line.contains(|c: char| c.is_ascii_digit());
        while words.len() > 1 && words.last().is_some_and(|word| word.starts_with(char::is_uppercase)) {
            words.pop();
        }
        let is_dated = has_number && words.len() >= MIN_WORDS;
        let dated = is_dated.then(|| Pattern::BeforeNumber(fold(&words.join(" "))));
        std::iter::once(Pattern::Line(fold(line))).chain(dated)
    }

    fn min_pages(&self) -> usize {
        match self {
            Pattern::Line(_) => MIN_PAGES_WITH_LINE,
            Pattern::BeforeNumber(_) => MIN_PAGES_WITH_DATE,
        }
    }
}

/// Removes single lines at one end of the pages, from outside, under any heading.
fn drop_lines(pages: &mut [RawPage], end: End) {
    let mut counts: HashMap<Pattern, usize> = HashMap::new();
    let mut last_headings: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let Some(section) = outermost(page, end) else { continue };
        let found: HashSet<Pattern> = lines(section, end).flat_map(Pattern::of).collect();
        found.into_iter().for_each(|pattern| *counts.entry(pattern).or_default() += 1);
        *last_headings.entry(fold(&section.heading)).or_default() += 1;
    }
    let half = pages.len().div_ceil(2);
    counts.retain(|pattern, count| *count >= half.max(pattern.min_pages()));
    if counts.is_empty() {
        return;
    }
    for page in pages {
        let at = if end == End::Top { 0 } else { page.sections.len().saturating_sub(1) };
        let Some(section) = page.sections.get_mut(at) else { continue };
        let is_repeated = |line: &&str| Pattern::of(line).any(|pattern| counts.contains_key(&pattern));
        let bytes: usize = lines(section, end).take_while(is_repeated).map(|line| line.len() + 1).sum();
        let bytes = bytes.min(section.text.len());
        match end {
            End::Top => cut_beginning(section, bytes),
            End::Bottom => section.text.truncate(section.text.len() - bytes),
        }
        let is_furniture = last_headings[&fold(&section.heading)] >= half.max(MIN_PAGES_WITH_LINE);
        if end == End::Bottom && bytes > 0 && section.text.is_empty() && is_furniture && at > 0 {
            let mut into: Vec<usize> = (0..=at).collect();
            into[at] = page.parents[at].unwrap_or(0);
            page.fold_sections(&into);
        }
    }
}

fn outermost(page: &RawPage, end: End) -> Option<&Section> {
    if end == End::Top { page.sections.first() } else { page.sections.last() }
}

/// The short lines at one end of a section, from outside; none of code.
fn lines(section: &Section, end: End) -> impl Iterator<Item = &str> {
    let prose = match end {
        End::Top => &section.text[..section.code.first().map_or(section.text.len(), |code| code.start)],
        End::Bottom => &section.text[section.code.last().map_or(0, |code| code.end)..],
    };
    let mut lines = prose.split('\n');
    let from_outside =
        std::iter::from_fn(move || if end == End::Top { lines.next() } else { lines.next_back() });
    from_outside.take(MAX_LINES).take_while(|line| !line.is_empty() && line.len() <= MAX_LINE_BYTES)
}

/// Removes the first `bytes` of a section's text, which end at a line.
fn cut_beginning(section: &mut Section, bytes: usize) {
    section.code.retain(|code| code.start >= bytes);
    let moved = section.code.iter_mut();
    moved.for_each(|code| (code.start, code.end) = (code.start - bytes, code.end - bytes));
    section.text.drain(..bytes);
}

#[cfg(test)]
mod tests {
    use crate::ingest::*;

    fn texts(pages: &[String]) -> Vec<String> {
        let read = |(number, html): (usize, &String)| {
            read_page(&format!("{number:02}.html"), html.as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, _) = finish_site(pages.iter().enumerate().map(read).collect());
        let text = |page: &Page| {
            let sections =
                page.sections.iter().map(|section| format!("{}: {}", section.heading, section.text));
            sections.collect::<Vec<_>>().join(" | ")
        };
        pages.iter().map(text).collect()
    }

    #[test]
    fn lines_of_most_pages_are_furniture() {
        let months = ["Jan", "May"];
        let page = |n: usize| {
            let month = months[n % 2];
            format!(
                "<main><h1 id=t>Topic {n}</h1><p>Part of the Foo suite<p>About {n}.<h2 id=u>Use</h2><p>So {n}.\
                 <p>Last updated on {month} {n}, 2024 by A{n}<p>Improve it</main>"
            )
        };
        let found = texts(&(0..12).map(page).collect::<Vec<_>>());
        assert_eq!(found[3], "Topic 3: About 3. | Use: So 3.");
        assert_eq!(found[4], "Topic 4: About 4. | Use: So 4.");
    }

    #[test]
    fn sections_of_furniture_are_removed() {
        let page = |n: usize| {
            format!(
                "<main><h1 id=t>Topic {n}</h1><p>About {n}.<h2 id=f>Feedback</h2><p>Did it help?<p>Yes<p>No</main>"
            )
        };
        assert_eq!(texts(&(0..6).map(page).collect::<Vec<_>>())[1], "Topic 1: About 1.");
    }

    /// Lines of few pages, of less than half, with different words, and code.
    #[test]
    fn lines_of_content_stay() {
        let line = |n: usize, line: &str| format!("<main><h1 id=t>Topic {n}</h1><p>About {n}.{line}</main>");
        for (why, pages, kept) in [
            ("few pages", (0..5).map(|n| line(n, "<p>Same")).collect::<Vec<_>>(), "Same"),
            (
                "fewer than half",
                (0..20).map(|n| line(n, if n < 8 { "<p>Same" } else { "<p>" })).collect(),
                "Same",
            ),
            (
                "few with a number",
                (0..9).map(|n| line(n, &format!("<p>Added in version {n}"))).collect(),
                "Added",
            ),
            ("one word", (0..20).map(|n| line(n, &format!("<p>Returns {n}"))).collect(), "Returns"),
            ("code", (0..20).map(|n| line(n, "<pre>exit</pre>")).collect(), "exit"),
        ] {
            assert!(texts(&pages)[0].contains(kept), "{why}: {:?}", texts(&pages)[0]);
        }
    }
}
