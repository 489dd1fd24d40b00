//! Pages titled by a variant of what another page declares, such as `minimize(mode=2)` and "minimize — BFGS":
//! [`rank_variants_last`].

use std::collections::{HashMap, HashSet};

use super::call_title::has_values;
use super::symbol_path::last_component;
use docfuse::index::{NameKind, Page, Section};

/// Ranks the name of such a title like one that is only listed. A title has a variant if all arguments have values, or
/// if it has more than the name and another page's title begins with the name. O(names).
pub(crate) fn rank_variants_last(pages: &mut [Page]) {
    let places = declared(pages);
    let mut begun: HashMap<&str, usize> = HashMap::new();
    for page in pages.iter() {
        for name in title_names(&page.sections[0]).collect::<HashSet<_>>() {
            *begun.entry(name).or_default() += 1;
        }
    }
    let mut variants = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        let section = &page.sections[0];
        let titles = [&section.heading, &page.title];
        let is_variant = |name: &&str| {
            let is_elsewhere = places.get(*name).is_some_and(|place| *place != Some(number));
            let goes_on = titles.iter().all(|title| title.as_str() != *name);
            is_elsewhere && (titles.iter().any(|title| has_values(title)) || goes_on && begun[*name] > 1)
        };
        if title_names(section).any(|name| is_variant(&name)) {
            variants.push(number);
        }
    }
    for number in variants {
        let names = &mut pages[number].sections[0].names;
        let titles = names.iter_mut().filter(|name| is_title_name(name.kind, &name.text));
        titles.for_each(|name| name.kind = NameKind::Listed);
        names.sort_by_key(|name| name.kind);
    }
}

/// The last components of qualified names, each with the page that has it; `None` for several pages.
fn declared(pages: &[Page]) -> HashMap<String, Option<usize>> {
    let mut declared: HashMap<String, Option<usize>> = HashMap::new();
    for (number, page) in pages.iter().enumerate().filter(|(_, page)| !page.is_secondary) {
        let names = page.sections.iter().flat_map(|section| &section.names);
        for name in names.filter(|name| name.kind == NameKind::Qualified) {
            let place = declared.entry(last_component(&name.text).to_owned()).or_insert(Some(number));
            if *place != Some(number) {
                *place = None;
            }
        }
    }
    declared
}

/// What the title of a page names, if the page declares nothing itself.
fn title_names(first: &Section) -> impl Iterator<Item = &str> {
    let declares = first.names.iter().any(|name| name.kind == NameKind::Qualified);
    let names = first.names.iter().filter(move |name| !declares && is_title_name(name.kind, &name.text));
    names.map(|name| name.text.as_str())
}

fn is_title_name(kind: NameKind, text: &str) -> bool {
    kind == NameKind::Plain && !text.contains(' ')
}
