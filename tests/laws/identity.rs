//! A title, heading or symbol, typed as it stands, finds its section first, or one with the same words as its name.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use docfuse::index::{NameKind, Page};
use docfuse::search::{Answer, Hit};

use super::asking::Indexes;
use super::breaches::Breach;
use super::generated::GeneratedSite;
use super::site::Site;
use super::tokens::name;

/// Queries of a kind, of a site; taken evenly from all of its pages.
const QUERIES: usize = 150;

/// The kinds of names that are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Title,
    Heading,
    Symbol,
}

/// A name as it stands on a page.
pub struct Asked {
    pub kind: Kind,
    pub text: String,
    pub path: String,
    pub language: String,
}

/// How often the section came first, and what came instead.
#[derive(Default)]
pub struct Firsts {
    /// Queries, and those whose section came first, by kind.
    pub counts: BTreeMap<Kind, (usize, usize)>,
    pub misses: Vec<(Kind, Breach)>,
}

/// The names of a site's pages: titles and headings by `headings` (the first one is the title), symbols as indexed. Those that
/// more than `at_most` pages have are no names.
pub fn names<'a>(
    site: &Site,
    headings: impl Iterator<Item = (&'a str, &'a [String])>,
    at_most: usize,
) -> Vec<Asked> {
    let mut by_kind: BTreeMap<Kind, Vec<Asked>> = BTreeMap::new();
    for (path, headings) in headings {
        let Some(page) = site.page(path) else { continue };
        let mut add = |kind: Kind, text: &str| {
            let asked =
                Asked { kind, text: text.to_owned(), path: path.to_owned(), language: page.language.clone() };
            by_kind.entry(kind).or_default().push(asked);
        };
        let mut headings =
            headings.iter().filter(|heading| !name(heading).is_empty() && heading.len() <= 120);
        headings.next().into_iter().for_each(|title| add(Kind::Title, title));
        headings.for_each(|heading| add(Kind::Heading, heading));
        for section in page.sections.iter().filter(|section| !section.symbol_kind.is_empty()) {
            let symbol =
                section.names.iter().find(|name| matches!(name.kind, NameKind::Qualified | NameKind::Plain));
            symbol.into_iter().for_each(|symbol| add(Kind::Symbol, &symbol.text));
        }
    }
    for kind in [Kind::Title, Kind::Heading] {
        let all = by_kind.entry(kind).or_default();
        let mut counts: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        all.iter().for_each(|asked| *counts.entry(name(&asked.text)).or_default() += 1);
        all.retain(|asked| counts[&name(&asked.text)] <= at_most);
    }
    by_kind.into_values().flat_map(evenly).collect()
}

fn evenly(all: Vec<Asked>) -> Vec<Asked> {
    let step = all.len().div_ceil(QUERIES).max(1);
    all.into_iter().step_by(step).collect()
}

pub fn firsts(site: &Site, asked: &[Asked], indexes: &mut Indexes) -> Firsts {
    let pages: HashMap<&str, &Page> = site.pages.iter().map(|page| (page.url.as_str(), page)).collect();
    let mut firsts = Firsts::default();
    for asked @ Asked { kind, text, path, language } in asked {
        let answer = indexes.ask(language, text, 1);
        let hit = answer.as_ref().and_then(|answer: &Answer| answer.hits.first());
        let (all, first) = firsts.counts.entry(*kind).or_default();
        *all += 1;
        if hit.is_some_and(|hit| is_named(hit, text, &pages) || is_top_of(hit, asked, site)) {
            *first += 1;
        } else {
            let found = hit
                .map_or("nothing".to_owned(), |hit| format!("{} ({} › {})", hit.url, hit.title, hit.heading));
            let breach = Breach::new(format!("{kind:?}"), format!("{text} of {path} finds {found}"));
            firsts.misses.push((*kind, breach));
        }
    }
    firsts
}

/// Whether a hit is the top of the page whose title is asked: a page's `<title>` also names its site.
fn is_top_of(hit: &Hit, asked: &Asked, site: &Site) -> bool {
    let page = site.page(&asked.path).filter(|_| asked.kind == Kind::Title);
    page.is_some_and(|page| page.url == hit.page && (page.url == hit.url || hit.heading == page.title))
}

/// The letters of a name: a page may show a space or a sign where its source has nothing. Overloads show their parameters in
/// place of their number, `add() [2/3]`.
fn letters(text: &str) -> String {
    let numbered = text.trim_end().strip_suffix(']').and_then(|text| text.rsplit_once('['));
    let is_number = |(_, number): &(&str, &str)| {
        number.split('/').count() == 2 && number.bytes().all(|byte| byte == b'/' || byte.is_ascii_digit())
    };
    name(numbered.filter(is_number).map_or(text, |(text, _)| text)).concat()
}

/// Whether a hit has the letters of a query as its heading, as a name, or as the title of its page. A long signature is short
/// as a heading, and begins the text.
fn is_named(hit: &Hit, text: &str, pages: &HashMap<&str, &Page>) -> bool {
    let wanted = letters(text);
    let Some(page) = pages.get(hit.page.as_str()) else { return false };
    let anchor = hit.url.split_once('#').map_or("", |(_, anchor)| anchor);
    let sections = || page.sections.iter().filter(|section| section.anchor == anchor);
    // A member's heading is shown with the name of what it belongs to.
    let section = sections().find(|section| section.heading == hit.heading).or_else(|| sections().next());
    let names = section.into_iter().flat_map(|section| &section.names).map(|name| name.text.as_str());
    let own = section.map(|section| section.heading.as_str());
    let long = section.and_then(|section| section.text.lines().next());
    let is_top = section.is_some_and(|section| std::ptr::eq(section, &page.sections[0]));
    let title = (is_top || hit.heading.is_empty()).then_some(page.title.as_str());
    names
        .chain([hit.heading.as_str()])
        .chain(own)
        .chain(title)
        .chain(long)
        .any(|found| letters(found) == wanted)
}

/// A heading; two of three with the sign of their own link, as they are copied from a page.
fn copied((number, (heading, _)): (usize, &(String, Vec<String>))) -> String {
    format!("{heading}{}", ["", "¶", "#"][number % 3])
}

/// Of a generated site: each title and heading.
pub fn breaches(generated: &GeneratedSite, site: &Site) -> Vec<Breach> {
    let headings: Vec<(&str, Vec<String>)> = generated
        .pages
        .iter()
        .map(|page| (page.path.as_str(), page.sections.iter().enumerate().map(copied).collect()))
        .collect();
    let asked = names(site, headings.iter().map(|(path, headings)| (*path, headings.as_slice())), usize::MAX);
    let mut found: Vec<Breach> = Vec::new();
    let kept: BTreeSet<&str> = generated
        .pages
        .iter()
        .map(|page| page.path.as_str())
        .filter(|path| site.page(path).is_some())
        .collect();
    if kept.len() < generated.pages.len() {
        found.push(Breach::new(
            "pages that no title finds",
            format!("{}", generated.pages.len() - kept.len()),
        ));
    }
    if site.pages.is_empty() {
        return found;
    }
    let firsts = firsts(site, &asked, &mut Indexes::of(&site.pages));
    found.extend(firsts.misses.into_iter().map(|(_, breach)| breach));
    found
}
