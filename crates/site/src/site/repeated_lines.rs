//! Furniture that no element reveals: lines with which most pages begin or end ([`remove_repeated_lines`]).
//!
//! At the top: the site's name, slogan and version, a warning, "Part of the … suite". At the bottom: the date of the last
//! change, a link to edit the page, a question whether it helped. Such lines are equal but for dates: what differs is
//! content, and so is all that a section has.

use std::collections::{HashMap, HashSet};

use super::dates::without_dates;
use crate::left_parts::PartRule;
use crate::raw_page::RawPage;
use docfuse::index::{LeftPart, Section};
use docfuse::text::fold;

/// Minimum pages with the same line at their beginning or end. Documents of few pages repeat lines by chance.
const MIN_PAGES_WITH_LINE: usize = 6;

/// Most lines looked at, and most bytes of each.
const MAX_LINES: usize = 16;
const MAX_LINE_BYTES: usize = 600;

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Top,
    Bottom,
}

/// Removes the lines with which at least half of the pages begin or end, and what stands above the first heading if it is
/// nothing else. O(pages).
pub(super) fn remove_repeated_lines(pages: &mut [RawPage]) {
    drop_lines(pages, End::Top);
    drop_lines(pages, End::Bottom);
}

/// Removes single lines at one end of the pages, from outside, under any heading.
fn drop_lines(pages: &mut [RawPage], end: End) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for page in pages.iter() {
        let Some(section) = outermost(page, end) else { continue };
        let found: HashSet<String> = lines(section, end).map(alike).collect();
        found.into_iter().for_each(|line| *counts.entry(line).or_default() += 1);
    }
    let enough = pages.len().div_ceil(2).max(MIN_PAGES_WITH_LINE);
    counts.retain(|_, count| *count >= enough);
    if counts.is_empty() {
        return;
    }
    for page in pages.iter_mut().filter(|page| !page.kept.has(PartRule::Line)) {
        let Some(section) = outermost(page, end) else { continue };
        let repeated = lines(section, end).take_while(|line| counts.contains_key(&alike(line)));
        let bytes = repeated.map(|line| line.len() + 1).sum::<usize>().min(section.text.len());
        let is_all = bytes == section.text.len();
        let is_banner = end == End::Top && section.heading.is_empty() && page.sections.len() > 1;
        if bytes == 0 || is_all && !is_banner {
            continue;
        }
        let kept = section.text.len() - bytes;
        let cut = if end == End::Top { &section.text[..bytes] } else { &section.text[kept..] };
        let text = cut.trim().to_owned();
        if let Some(parts) = &mut page.left_parts {
            parts.push(LeftPart { rule: PartRule::Line.word(), text });
        }
        match end {
            End::Top if is_all => {
                let kept: Vec<bool> = (0..page.sections.len()).map(|at| at > 0).collect();
                page.keep_sections(&kept);
            }
            End::Top => cut_beginning(&mut page.sections[0], bytes),
            End::Bottom => page.sections.last_mut().into_iter().for_each(|last| last.text.truncate(kept)),
        }
    }
}

/// What lines have in common that are repeated.
fn alike(line: &str) -> String {
    without_dates(&fold(line))
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
    use crate::*;

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

    fn topics(count: usize, of: impl Fn(usize) -> String) -> Vec<String> {
        (0..count).map(|n| format!("<main><h1 id=t>Topic {n}</h1><p>About {n}.{}</main>", of(n))).collect()
    }

    #[test]
    fn lines_of_most_pages_are_furniture() {
        let page = |n: usize| {
            let month = ["Jan", "May"][n % 2];
            format!(
                "<main><h1 id=t>Topic {n}</h1><p>Part of the Foo suite<p>About {n}.<h2 id=u>Use</h2><p>So {n}.\
                 <p>Last updated on {month} {}, 2024<p>Improve it</main>",
                n + 1
            )
        };
        let found = texts(&(0..12).map(page).collect::<Vec<_>>());
        assert_eq!(found[3], "Topic 3: About 3. | Use: So 3.");
        assert_eq!(found[4], "Topic 4: About 4. | Use: So 4.");
        let banner =
            |n: usize| format!("<body><p>Foo 2<p>Fast and small.<h1 id=t>Topic {n}</h1><p>About {n}.");
        assert_eq!(texts(&(0..6).map(banner).collect::<Vec<_>>())[2], "Topic 2: About 2.");
    }

    /// Lines of few pages, of less than half, with different words, and code.
    #[test]
    fn lines_of_content_stay() {
        let numbered = |words: &'static str| move |n: usize| format!("<p>{words} {n}");
        for (why, pages, kept) in [
            ("few pages", topics(5, |_| "<p>Same".into()), "Same"),
            ("fewer than half", topics(20, |n| if n < 8 { "<p>Same" } else { "<p>" }.into()), "Same"),
            ("a number", topics(20, numbered("Added in version")), "Added in version 0"),
            ("a year", topics(20, numbered("Released in 202")), "Released in 202 0"),
            ("code", topics(20, |_| "<pre>exit</pre>".into()), "exit"),
            ("who changed it", topics(20, |n| format!("<p>Changed on May 3, 2024 by A{n}")), "by A0"),
            ("all of a section", topics(20, |_| "<h2 id=l>Licence</h2><p>MIT".into()), "Licence: MIT"),
        ] {
            assert!(texts(&pages)[0].contains(kept), "{why}: {:?}", texts(&pages)[0]);
        }
        for (why, page, kept) in [
            ("codes", "Error code 40{n}: charge {n} is pending", "charge 3 is pending"),
            ("one line", "Coming soon.", "Coming soon."),
            ("status", "The HTTP status 4{n} means {n}", "means 3"),
        ] {
            let page = |n: usize| format!("<title>T{n}</title><p>{}", page.replace("{n}", &n.to_string()));
            let found = texts(&(0..12).map(page).collect::<Vec<_>>());
            assert!(found[3].contains(kept), "{why}: {:?}", found[3]);
        }
    }

    #[test]
    fn what_is_left_out_is_told_and_can_be_kept() {
        let pages = topics(6, |_| "<p>Improve it".into());
        let read = |config: &IngestConfig| {
            let read = |(n, html): (usize, &String)| {
                read_page(&format!("{n}.html"), html.as_bytes(), config).unwrap()
            };
            finish_site(pages.iter().enumerate().map(read).collect()).0.swap_remove(0)
        };
        let told = read(&IngestConfig::default().telling());
        assert_eq!(told.left_parts, [LeftPart { rule: PartRule::Line.word(), text: "Improve it".into() }]);
        let keep = vec!["line".to_owned()];
        let page = read(&IngestConfig::new(&SiteSettings { keep, ..SiteSettings::default() }).unwrap());
        assert_eq!(page.sections[0].text, "About 0.\nImprove it");
    }
}
