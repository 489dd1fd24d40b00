//! Files beside the pages by which generators and their searches know what a site documents. They have names
//! that no page says, such as the path where a class is defined.
//!
//! One is read like a page ([`read_file`]), and gives its names to sections once all pages are known
//! ([`add_inventory_names`]).

use std::collections::HashMap;

use crate::generators::{self, Entry};
use crate::href::resolve;
use crate::left_out::LeftOut;
use crate::raw_page::{LinkDraft, RawPage};
use crate::read_page::read_page;
use crate::settings::config::IngestConfig;
use docfuse::index::{MAX_LISTED, MAX_NAME_BYTES, Name, NameKind};
use docfuse::text::fold;

/// Most names that are read of one.
const MAX_ENTRIES: usize = 200_000;

/// Whether a file is an inventory, by its path.
pub fn is_inventory(path: &str) -> bool {
    generators::inventory(path).is_some()
}

/// Reads a file of the site: a page as [`read_page`] does, or an inventory.
///
/// # Errors
/// Why a page is left out.
pub fn read_file(path: &str, bytes: &[u8], config: &IngestConfig) -> Result<RawPage, LeftOut> {
    if is_inventory(path) { Ok(read_inventory(path, bytes)) } else { read_page(path, bytes, config) }
}

/// Reads an inventory, which is no page of the site. A damaged one has the names before the damage.
pub(crate) fn read_inventory(path: &str, bytes: &[u8]) -> RawPage {
    let entries = generators::inventory(path).map(|read| read(bytes)).unwrap_or_default();
    let links = entries.into_iter().filter(|entry| entry.name.len() <= MAX_NAME_BYTES).take(MAX_ENTRIES);
    let links = links.filter_map(|Entry { name, address }| {
        let target = resolve(path, None, &address)?;
        Some(LinkDraft { from: 0, target: target.into(), text: name.as_str().into() })
    });
    RawPage::of_inventory(path, links.collect())
}

/// Gives sections their names in these lists: an address of a section has its name, another place lists it. O(names + pages).
pub(crate) fn add_inventory_names(pages: &mut [RawPage], lists: &[RawPage]) {
    let numbers: HashMap<String, usize> =
        pages.iter().enumerate().map(|(number, page)| (page.url.clone(), number)).collect();
    for link in lists.iter().flat_map(|list| &list.links) {
        let found = link.target.find(|url| numbers.contains_key(url));
        let Some(page) = found.and_then(|url| numbers.get(&url)).map(|number| &mut pages[*number]) else {
            continue;
        };
        let Ok(place) = page.places.binary_search_by(|(id, _)| id.as_str().cmp(&link.target.anchor)) else {
            continue;
        };
        let section = &mut page.sections[page.places[place].1];
        let is_own = *section.anchor == **link.target.anchor;
        let kind = if is_own { NameKind::Qualified } else { NameKind::Listed };
        let is_new = section.names.iter().all(|name| fold(&name.text) != fold(&link.text));
        if is_new && section.names.len() < MAX_LISTED {
            section.names.push(Name { text: link.text.to_string(), kind });
        }
    }
}
