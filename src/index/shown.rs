//! What hits show of a section that is not what is searched: [`heading`] and [`path`].

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use crate::index::{NameKind, Page, Section};

/// Least pages that share headings: half of fewer are not most.
const LEAST_PAGES: usize = 8;

/// The headings that half of the pages have above others, of those that have any, such as "Options": they say nothing of what
/// is below them.
/// Cost: linear in the headings above.
pub(super) fn shared_headings(pages: &[Page]) -> BTreeSet<&str> {
    // With the last page, so that each page counts once.
    let mut counts: HashMap<&str, (usize, usize)> = HashMap::new();
    let is_deep = |page: &&Page| page.sections.iter().any(|section| !section.path.is_empty());
    let mut all = 0;
    for (number, page) in (1..).zip(pages.iter().filter(is_deep)) {
        all = number;
        for above in page.sections.iter().flat_map(|section| &section.path) {
            let (last, count) = counts.entry(above).or_default();
            *count += usize::from(*last != number);
            *last = number;
        }
    }
    let is_shared = |count: usize| all >= LEAST_PAGES && count * 2 >= all;
    counts.into_iter().filter(|(_, (_, count))| is_shared(*count)).map(|(heading, _)| heading).collect()
}

/// The headings above a section with this `heading`. Those that say nothing are empty: shared ones, those that repeat the
/// title or its own, and a name with which its own begins. They keep their places, which say what is below what.
pub(super) fn path(section: &Section, heading: &str, title: &str, shared: &BTreeSet<&str>) -> Vec<String> {
    let is_owner = |above: &str| {
        let name = above.rsplit(' ').next().unwrap_or(above);
        let behind =
            heading.split_once(name).filter(|_| heading != section.heading).map_or("", |(_, rest)| rest);
        behind.starts_with(is_separator)
    };
    let says = |above: &&str| {
        *above != title && *above != section.heading && !shared.contains(above) && !is_owner(above)
    };
    let shown =
        section.path.iter().map(|above| Some(above.as_str()).filter(says).unwrap_or_default().to_owned());
    shown.collect()
}

/// The heading of a section. That of a symbol has its qualified name in place of the last components: `join()` of one class
/// looks like that of another, and `queue.Queue.join()` is what readers type. Cost: linear in heading and names.
pub(super) fn heading(section: &Section) -> Cow<'_, str> {
    let heading = section.heading.as_str();
    let is_symbol = !section.symbol_kind.is_empty();
    let names = section.names.iter().filter(|name| is_symbol && name.kind == NameKind::Qualified);
    let qualified = names.filter_map(|name| {
        let (at, written) = written(heading, last_component(&name.text))?;
        let above = name.text.strip_suffix(written)?;
        above.ends_with(is_separator).then(|| [&heading[..at], above, &heading[at..]].concat().into())
    });
    qualified.max_by_key(|heading: &Cow<'_, str>| heading.len()).unwrap_or(heading.into())
}

/// Where a heading declares this component, and what is written there: with the components before it. A word behind it
/// makes a sentence of it.
fn written<'a>(heading: &'a str, component: &str) -> Option<(usize, &'a str)> {
    let declared = heading.find(['(', '[', '<', '=']).unwrap_or(heading.len());
    heading[..declared].match_indices(component).find_map(|(at, _)| {
        let (before, rest) = (&heading[..at], &heading[at + component.len()..]);
        let is_whole = !component.is_empty() && !before.ends_with(is_word);
        let goes_on = rest.trim_start_matches(is_separator).starts_with(is_word);
        let is_sentence = rest.trim_start_matches(' ').starts_with(is_word);
        let start = before.trim_end_matches(|c| is_word(c) || is_separator(c)).len();
        let end = at + component.len();
        (is_whole && !goes_on && !is_sentence).then(|| (start, &heading[start..end]))
    })
}

fn last_component(name: &str) -> &str {
    name.rsplit(is_separator).next().unwrap_or(name)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | ':' | '#')
}

#[cfg(test)]
mod tests {
    use super::super::tests::page;
    use super::*;
    use crate::index::Name;

    fn below(path: &[&str]) -> Section {
        Section {
            path: path.iter().map(|heading| (*heading).to_owned()).collect(),
            ..Section::new("", "Depth", "")
        }
    }

    #[test]
    fn most_pages_share_headings() {
        for (all, with, is_shared) in
            [(8, 4, true), (8, 3, false), (7, 7, false), (9, 4, false), (9, 5, true)]
        {
            let mut pages: Vec<Page> = (0..all)
                .map(|number| {
                    let heading = if number < with { "Options" } else { "Other" };
                    Page { sections: vec![below(&[heading]), below(&[heading])], ..page("a", "A", &[]) }
                })
                .collect();
            pages.push(page("b", "B", &[("", "Options", "Without anything below it.")]));
            assert_eq!(shared_headings(&pages).contains("Options"), is_shared, "{with} of {all}");
        }
    }

    #[test]
    fn headings_above_say_something() {
        let section = below(&["Git", "Options", "class a.Queue", "Depth", "Limits"]);
        let shown = |heading: &str| path(&section, heading, "Git", &BTreeSet::from(["Options"])).join("/");
        assert_eq!(shown("Depth"), "//class a.Queue//Limits");
        assert_eq!(shown("a.Queue.Depth"), "////Limits");
        assert_eq!(shown("a.Queues.Depth"), "//class a.Queue//Limits");
    }

    #[test]
    fn symbols_are_shown_by_their_qualified_names() {
        for (name, shown, expected) in [
            ("queue.Queue.join", "join()", "queue.Queue.join()"),
            ("queue.Queue.join", "Queue.join()", "queue.Queue.join()"),
            ("queue.Queue.join", "queue.Queue.join()", "queue.Queue.join()"),
            ("threading.Thread", "class Thread(group=None)", "class threading.Thread(group=None)"),
            ("Map::cols", "cols(Index n) [1/2]", "Map::cols(Index n) [1/2]"),
            ("os.path", "os.path — Names of paths", "os.path — Names of paths"),
            ("a.join", "Disjoin(join)", "Disjoin(join)"),
            ("a.join", "How to join lists", "How to join lists"),
            ("a.b", "b: int = b", "a.b: int = b"),
            ("a.é", "é", "a.é"),
            ("b.a.join", "c.join()", "c.join()"),
            ("PATH", "PATH", "PATH"),
            ("a.", "x", "x"),
        ] {
            let mut section = Section::new("", shown, "");
            section.names = vec![Name { text: name.to_owned(), kind: NameKind::Qualified }];
            assert_eq!(heading(&section), shown, "no symbol");
            section.symbol_kind = "method".into();
            assert_eq!(heading(&section), expected, "{name} in {shown}");
            section.names[0].kind = NameKind::Last;
            assert_eq!(heading(&section), shown, "{name} is not the whole name");
        }
    }
}
