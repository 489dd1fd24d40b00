//! Secondary pages: release notes, changelogs and generated lists ([`is_secondary`]).
//!
//! They mention every topic of a site and explain none, so their text weighs less than documentation unless the author
//! weighs it. A page is secondary if
//!
//! - its file, a folder around it or its title is called release notes or changelog; a title also with a version and
//!   other words ("What's new in Python 3.12"), the first heading also a less certain name with one ("Changes in 2.0"),
//! - file or title have a less certain name ("History", "News"), and its headings name versions or dates,
//! - a generator gives its name or title to lists,
//! - nearly all of its text is links to pages of the site, or
//! - nearly none of its blocks is a sentence, and many end with a link to another page: the index of a book, a listing of
//!   all names. A link with a few words behind it is explained.

use std::collections::BTreeMap;

use crate::generators::{is_list, is_list_title};
use crate::phrases::{is_news, is_release_notes, is_versioned_notes};
use crate::site::title::parts;
use docfuse::text::fold;

/// Minimum headings of one level that name versions, and their minimum share of that level, in percent.
const MIN_VERSIONS: usize = 2;
const MIN_VERSIONS_PERCENT: usize = 50;

/// Minimum links of a list, and their minimum share of its text, in percent. Contents with a sentence for each link
/// have a smaller share.
const MIN_LINKS: usize = 16;
const MIN_LINKS_PERCENT: usize = 80;

/// A listing has a link for each term and its place, which stand in two blocks, and hardly any prose.
const BLOCKS_PER_2_LINKS: usize = 5;
const MAX_PROSE_PERCENT: usize = 2;
/// An entry says more of what it names with more bytes or words than these.
const MAX_ENTRY_BYTES: usize = 100;
const MAX_ENTRY_WORDS: usize = 10;

/// What decides whether a page is secondary.
pub(crate) struct PageTraits<'a> {
    /// Path of its file.
    pub(crate) url: &'a str,
    /// `<title>` and first heading; either may be empty.
    pub(crate) titles: [&'a str; 2],
    /// Levels and texts of its headings.
    pub(crate) headings: Vec<(u8, &'a str)>,
    /// Bytes of its text.
    pub(crate) bytes: usize,
    /// Links to pages of the site, and bytes of their texts.
    pub(crate) links: usize,
    pub(crate) link_bytes: usize,
    /// Blocks that end with a link to another page.
    pub(crate) leading: usize,
    /// Blocks of text and headings, and those of them that say something.
    pub(crate) blocks: usize,
    pub(crate) prose: usize,
}

impl<'a> PageTraits<'a> {
    /// The titles of the whole page. The first heading may be that of a part: "Data Fields" of a structure.
    fn own_titles(&self) -> [&'a str; 2] {
        let [title, heading] = self.titles;
        let is_highest = self.headings.iter().any(|(level, _)| *level == 1);
        let is_own = is_highest || title.is_empty() || fold(title).contains(&fold(heading));
        [title, if is_own { heading } else { "" }]
    }
}

/// Whether a page is secondary. O(length of path, titles and headings).
pub(crate) fn is_secondary(page: &PageTraits<'_>) -> bool {
    if is_list(page.url) || page.links >= MIN_LINKS && page.link_bytes * 100 >= page.bytes * MIN_LINKS_PERCENT
    {
        return true;
    }
    if is_listing(page) {
        return true;
    }
    let own = page.own_titles();
    let titles: Vec<&str> = own.iter().flat_map(|title| parts(title).chain([*title])).collect();
    let path: Vec<Words> = page.url.split('/').map(|name| Words::of(stem(name))).collect();
    if titles.iter().any(|title| is_list_title(&fold(title)))
        || path.iter().any(|name| is_release_notes(&name.joined))
    {
        return true;
    }
    let titles: Vec<Words> = titles.into_iter().map(Words::of).collect();
    let heading = Words::of(own[1]);
    titles.iter().any(Words::begin_or_end_release_notes)
        || heading.has_version && is_versioned_notes(&heading.joined)
        || titles.iter().chain(&path).any(|name| is_news(&name.joined)) && names_versions(&page.headings)
}

/// Whether it lists where things are.
fn is_listing(page: &PageTraits<'_>) -> bool {
    page.leading >= MIN_LINKS
        && page.leading * BLOCKS_PER_2_LINKS >= page.blocks * 2
        && page.prose * 100 <= page.blocks * MAX_PROSE_PERCENT
}

/// Whether a block is a sentence or more, rather than a name or what it is.
pub(crate) fn is_prose(block: &str) -> bool {
    block.len() > MAX_ENTRY_BYTES || block.split_whitespace().count() > MAX_ENTRY_WORDS
}

/// The name of a file or folder without its ending.
fn stem(name: &str) -> &str {
    let ending = name.rfind('.').filter(|at| name[*at..].starts_with(".htm") || name.ends_with(".xhtml"));
    ending.map_or(name, |at| &name[..at])
}

/// A name without version numbers and what separates words: "release-notes-2.0" and "Release notes" are alike.
struct Words {
    words: Vec<String>,
    /// The words as one.
    joined: String,
    has_version: bool,
}

impl Words {
    fn of(name: &str) -> Words {
        let mut folded = fold(name);
        folded.retain(|c| !matches!(c, '\'' | '’'));
        let all = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let (versions, words): (Vec<&str>, Vec<&str>) = all.partition(|word| is_number(word));
        let joined = words.concat();
        Words {
            words: words.into_iter().map(str::to_owned).collect(),
            joined,
            has_version: !versions.is_empty(),
        }
    }

    /// Whether it is called release notes, or with a version begins or ends so.
    fn begin_or_end_release_notes(&self) -> bool {
        let with_version = || (1..self.words.len()).filter(|_| self.has_version);
        let mut parts = with_version().flat_map(|at| [&self.words[..at], &self.words[at..]]);
        is_release_notes(&self.joined) || parts.any(|part| is_release_notes(&part.concat()))
    }
}

/// Whether a word is a part of a version or date: "12", "v2", "rc1".
fn is_number(word: &str) -> bool {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    digits.starts_with(|c: char| c.is_ascii_digit()) && word.len() - digits.len() <= 2
}

/// Whether most headings of one level name versions or dates.
fn names_versions(headings: &[(u8, &str)]) -> bool {
    let mut levels: BTreeMap<u8, (usize, usize)> = BTreeMap::new();
    for (level, heading) in headings {
        let (versions, all) = levels.entry(*level).or_default();
        *versions += usize::from(names_version(heading));
        *all += 1;
    }
    let enough = |(versions, all): &(usize, usize)| {
        *versions >= MIN_VERSIONS && versions * 100 >= all * MIN_VERSIONS_PERCENT
    };
    levels.values().any(enough)
}

/// Whether a heading has a version (`1.2`, `v3`) or a date (`2024-05-01`).
pub(crate) fn names_version(heading: &str) -> bool {
    let is_end = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | '-'));
    heading.split(is_end).any(|word| {
        let number = word.strip_prefix(['v', 'V']).unwrap_or(word);
        let mut parts = number.split(['.', '-']);
        let first =
            parts.next().is_some_and(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
        first
            && (number.len() < word.len() || parts.any(|part| part.starts_with(|c: char| c.is_ascii_digit())))
    })
}

#[cfg(test)]
mod tests {
    use super::names_version;
    use crate::*;

    /// The weights of the sections of pages that have a path and a content.
    fn weights(pages: &[(&str, &str)], settings: &SiteSettings) -> Vec<Vec<f32>> {
        let config = IngestConfig::new(settings).unwrap();
        let read = |(url, html): &(&str, &str)| read_page(url, html.as_bytes(), &config).unwrap();
        let (pages, _) = finish_site(pages.iter().map(read).collect());
        pages.iter().map(|page| page.sections.iter().map(|section| section.weight).collect()).collect()
    }

    fn check(url: &str, html: &str, expected: bool) {
        let weight = if expected { 0.5 } else { 1.0 };
        let found = weights(&[(url, html)], &SiteSettings::default());
        assert!(found[0].iter().all(|found| *found == weight), "{url} {html}: {found:?}");
    }

    #[test]
    fn release_notes_are_secondary() {
        for (url, title, expected) in [
            ("changelog.html", "All of it", true),
            ("CHANGES/index.html", "Changes", false),
            ("release-notes/index.html", "Releases", true),
            ("release_notes_2.0.html", "2.0", true),
            ("ReleaseNotes.xhtml", "2.0", true),
            ("whatsnew/3.12.html", "Python 3.12", true),
            ("a.html", "Changelog | Acme", true),
            ("a.html", "What’s New In Python 3.12 — Python documentation", true),
            ("a.html", "Django 4.2 release notes", true),
            ("a.html", "Änderungsprotokoll", true),
            ("a.html", "更新日志", true),
            ("a.html", "Automatically generated release notes", false),
            ("a.html", "How to write a changelog", false),
            ("history.html", "History", false),
            ("guide/changing.html", "Changing releases", false),
            ("api/prev_api_changes/api_changes_3.1.0.html", "Changes for 3.1", true),
            ("a.html", "API Changes for 3.5.0", true),
            ("reference/api-changes.html", "What to change", true),
            ("github_stats.html", "GitHub statistics for 3.6.0", true),
            ("deprecations.html", "Deprecations", true),
            ("a.html", "Breaking changes", true),
            ("a.html", "Deprecated API", true),
            ("a.html", "Changes in 2.0", true),
            ("a.html", "Release 2.0", true),
            ("a.html", "Migration guide 2.0", true),
            ("a.html", "Änderungen in 2.0", true),
            ("a.html", "Migration guide", false),
            ("a.html", "Release", false),
            ("a.html", "Release a version", false),
            ("a.html", "Acme version 2.0", false),
            ("dev/roadmap.html", "Acme roadmap", true),
            ("a.html", "Feuille de route | Acme", true),
            ("guide/deprecated.html", "How to deprecate an API", false),
            ("api/statistics.html", "Statistics", false),
        ] {
            check(url, &format!("<title>{title}</title><main><h1 id=t>{title}</h1>text</main>"), expected);
        }
    }

    #[test]
    fn news_have_headings_of_versions() {
        let page = |headings: &[&str]| {
            let section = |(at, heading): (usize, &&str)| {
                format!("<h2 id=s{at}>{heading}</h2>text<h3 id=t{at}>Fixed</h3>x")
            };
            format!("<h1 id=t>News</h1>{}", headings.iter().enumerate().map(section).collect::<String>())
        };
        for (headings, expected) in [
            (&["1.2.0 (2024-05-01)", "1.1.0", "Older"][..], true),
            (&["2024-05-01", "Acme v3"], true),
            (&["1.2.0"], false),
            (&["Press", "Prizes", "1.0"], false),
        ] {
            check("news.html", &page(headings), expected);
            check("migration-guide.html", &page(headings), expected);
        }
        for (heading, expected) in [
            ("1.2", true),
            ("[1.2.0] - today", true),
            ("Acme 2.x", false),
            ("v2", true),
            ("Version 2.0-rc1", true),
            ("404", false),
            ("utf-8", false),
            ("Step 2", false),
        ] {
            assert_eq!(names_version(heading), expected, "{heading}");
        }
    }

    #[test]
    fn lists_are_secondary() {
        let links = |text: &str| {
            let link = |at: usize| format!("<li><a href=p{at}.html>Number{at}</a>{text}");
            format!("<h1 id=t>Modules</h1><ul>{}</ul>", (0..20).map(link).collect::<String>())
        };
        check("modules.html", &links(""), true);
        check("modules.html", &links(" does something for you"), false);
        let entry =
            |at: usize| format!("<dt>log_option_{at}<dd>Main part, <a href=ch{at}.html>section {at}</a>");
        let index = |count: usize, more: &str| {
            format!("<h1 id=t>Options</h1><dl>{}</dl>{more}", (0..count).map(entry).collect::<String>())
        };
        let class = "<p>A class that is documented where it stands has sentences of its own, which are what readers look for.";
        check("options.html", &index(16, ""), true);
        check("options.html", &index(15, ""), false);
        check("options.html", &index(16, class), false);
        check("options.html", &index(60, class), true);
        check("options.html", &index(16, &"<p>Plain words".repeat(12)), false);
        check("api/serialized-form.html", "<h1 id=t>Serialized Form</h1>text", true);
        check("annotated.html", "<title>Acme: Class List</title>text", true);
        check("classes.html", "<title>Classes</title>text", false);
        let fields = "<h2 id=f>Data Fields</h2>int error_number";
        check("structBlob.html", &format!("<title>Acme: Blob Struct Reference</title>{fields}"), false);
        check("functions.html", &format!("<title>Acme: Data Fields</title>{fields}"), true);
        check("a.html", "<title>Plug-in</title><h2 id=c>Changelog</h2>None yet.<h2 id=u>Use</h2>text", false);
    }

    #[test]
    fn symbols_without_description_weigh_less() {
        let page = "<h1 id=t>Point</h1>A point.<h2 id=x>x(): number</h2><h2 id=y>y(): number</h2>Upwards.";
        assert_eq!(weights(&[("a.html", page)], &SiteSettings::default()), [[1.0, 0.5, 1.0]]);
    }

    #[test]
    fn the_author_s_weights_win() {
        let path = |pattern: &str, weight| WeightSetting { of: Weighed::Pages(pattern.to_owned()), weight };
        let page = "<h1 id=t>Changelog</h1>a<h2 id=u>1.0</h2><div data-docfuse-weight=3>bbb</div>";
        for (settings, expected) in [
            (SiteSettings::default(), [0.5, 1.75]),
            (SiteSettings { secondary_weight: 1.0, ..SiteSettings::default() }, [1.0, 2.0]),
            (SiteSettings { weights: vec![path("change*", 1.0)], ..SiteSettings::default() }, [1.0, 2.0]),
            (SiteSettings { weights: vec![path("news*", 1.0)], ..SiteSettings::default() }, [0.5, 1.75]),
        ] {
            assert_eq!(weights(&[("changelog.html", page)], &settings), [expected], "{settings:?}");
        }
    }
}
