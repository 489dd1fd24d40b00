//! Sections that only point at the page of a symbol: [`move_names`].

use std::collections::HashMap;

use crate::symbols::signature::named_by;
use crate::symbols::symbol_path::{is_path, last_component, mentions};
use docfuse::index::{Link, MAX_NAMES, Name, NameKind, Page, Section};
use docfuse::text::fold;

/// Gives the names of sections whose heading links to the page of the symbol to that page: an overview of members, each
/// with a line, comes behind the member's own page. The section lists them. O(links).
pub(super) fn move_names(pages: &mut [Page]) {
    let numbers: HashMap<&str, usize> =
        pages.iter().map(|page| page.url.as_str()).zip(0..pages.len()).collect();
    let mut pointing = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        for link in page.links.iter().filter(|link| link.from > 0 && link.anchor.is_empty()) {
            let Some(&target) = numbers.get(&**link.page).filter(|&&target| target != number) else {
                continue;
            };
            if heads(link, &page.sections[link.from]) {
                pointing.push((number, link.from, target, symbols(&link.text)));
            }
        }
    }
    for (page, section, target, symbols) in pointing {
        // Anchors are often in lower case.
        let title = fold(&pages[target].title);
        let is_about = |name: &Name| mentions(&title, &fold(last_component(&name.text)));
        let mut moved: Vec<Name> = symbols.into_iter().filter(is_about).collect();
        for name in &mut pages[page].sections[section].names {
            if is_of_symbol(name) && is_about(name) {
                moved.push(name.clone());
                name.kind = NameKind::Listed;
            }
        }
        pages[page].sections[section].names.sort_by_key(|name| name.kind == NameKind::Listed);
        let names = &mut pages[target].sections[0].names;
        for name in moved {
            let count = names.iter().filter(|known| known.kind != NameKind::Listed).count();
            let folded = fold(&name.text);
            if count < MAX_NAMES && !names.iter().any(|known| fold(&known.text) == folded) {
                names.push(name);
            }
        }
        names.sort_by_key(|name| name.kind);
    }
}

/// Whether a link is the heading of its section, or what it begins with: badges may follow.
fn heads(link: &Link, section: &Section) -> bool {
    let rest = section.heading.strip_prefix(link.text.trim());
    !link.text.trim().is_empty() && rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// The names of the symbol that a link names with its owner, or as a call.
fn symbols(text: &str) -> Vec<Name> {
    let named = named_by(text);
    let Some(name) = named.names.first().filter(|name| is_path(name)) else { return Vec::new() };
    let last = last_component(name);
    if !named.is_signature && last == *name {
        return Vec::new();
    }
    let of = |text: &str, kind| Name { text: text.to_owned(), kind };
    vec![of(name, NameKind::Plain), of(last, NameKind::Last)]
}

/// Whether a symbol has the name, and not a heading in words.
fn is_of_symbol(name: &Name) -> bool {
    let kinds = [NameKind::Qualified, NameKind::Plain, NameKind::Member, NameKind::Last];
    kinds.contains(&name.kind) && !name.text.contains(' ')
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::*;

    /// Names by page and number of the section.
    fn names(pages: &[(&str, &str)]) -> HashMap<(String, usize), Vec<(String, NameKind)>> {
        let read = |(url, html): &(&str, &str)| {
            let filler: String = url.chars().map(|letter| format!("{letter}word ")).collect();
            read_page(url, format!("{html}<p>{filler}").as_bytes(), &IngestConfig::default()).unwrap()
        };
        let (pages, _) = finish_site(pages.iter().map(read).collect());
        let sections = pages.iter().flat_map(|page| {
            page.sections.iter().enumerate().map(|(at, section)| ((page.url.clone(), at), section))
        });
        sections
            .map(|(place, section)| {
                (place, section.names.iter().map(|name| (name.text.clone(), name.kind)).collect())
            })
            .collect()
    }

    #[test]
    fn the_page_of_a_member_has_its_name_and_the_overview_lists_it() {
        let overview = "<h1>Signal</h1>Overview.\
            <dl><dt id=signal.timeout><a href=timeout.html><code>Signal.timeout()</code></a> Deprecated<dd>Ends.\
            <dt id=signal.isended><a href=isEnded.html>Signal.isEnded</a> Read only<dd>Ended.</dl>";
        let member = |title: &str| format!("<h1>Signal: {title}</h1>");
        let pages = [
            ("signal.html", overview),
            ("timeout.html", &member("timeout() static method")),
            ("isEnded.html", &member("isEnded property")),
        ];
        let found = names(&pages);
        let kind = |page: &str, section: usize, name: &str| {
            let names = &found[&(page.to_owned(), section)];
            names.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
        };
        for (member, of_overview) in [("timeout", Some(NameKind::Listed)), ("isEnded", None)] {
            let section = 1 + usize::from(member == "isEnded");
            let (page, qualified) = (format!("{member}.html"), format!("Signal.{member}"));
            assert_eq!(kind("signal.html", section, &qualified), of_overview, "{found:?}");
            let of_page = [kind(&page, 0, &qualified), kind(&page, 0, member)];
            assert_eq!(of_page, [Some(NameKind::Plain), Some(NameKind::Last)], "{found:?}");
        }
    }

    #[test]
    fn what_a_section_documents_stays_its_own() {
        for html in [
            // The link leads to a page about something else, or is another one.
            "<h2 id=open><a href=guide.html>open()</a></h2>Opens.",
            "<h2 id=open>open()</h2>Opens. See <a href=guide.html>guide</a>.",
            "<h2 id=open><a href=open.html#more>open()</a></h2>Opens.",
        ] {
            let pages = [
                ("a.html", &*format!("<h1>File</h1>Text.{html}")),
                ("guide.html", "<h1>Guide</h1>"),
                ("open.html", "<h1>The open call</h1>Text.<h2 id=more>More</h2>Text."),
            ];
            let found = names(&pages);
            assert!(
                found[&("a.html".to_owned(), 1)].contains(&("open".to_owned(), NameKind::Plain)),
                "{html}: {found:?}"
            );
        }
    }
}
