//! The tree of pages, by their addresses.

use std::collections::HashMap;

use crate::ids::PageId;

/// The parent of each page: the page of its folder, else of the nearest folder above that has one. An index of a folder
/// is the page of its folder (`a/` or `a/index.html` of `a/b.html`); so is a page beside the folder with its name
/// (`a` or `a.html`). Cost: a look-up for each folder of an address.
pub fn parents(addresses: &[&str]) -> Vec<Option<PageId>> {
    let pages: HashMap<&str, PageId> = addresses.iter().copied().zip((0..).map(PageId)).collect();
    addresses.iter().map(|address| parent(address, &pages)).collect()
}

fn parent(address: &str, pages: &HashMap<&str, PageId>) -> Option<PageId> {
    let own = pages.get(address).copied();
    let mut path = folder_of_index(address).unwrap_or(address);
    while !path.is_empty() {
        path = path.rsplit_once('/').map_or("", |(above, _)| above);
        let forms = match path {
            "" => ["./", "index.html"].map(str::to_owned).to_vec(),
            folder => ["/", "/index.html", ".html", ""].map(|ending| format!("{folder}{ending}")).to_vec(),
        };
        let found = forms.iter().find_map(|form| pages.get(form.as_str())).copied();
        if found.is_some() && found != own {
            return found;
        }
    }
    None
}

/// The folder of which a page is the index, without its last `/`; empty for the root.
fn folder_of_index(address: &str) -> Option<&str> {
    match address {
        "./" | "index.html" => Some(""),
        _ => address.strip_suffix("/index.html").or_else(|| address.strip_suffix('/')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_the_page_of_the_nearest_folder() {
        let files =
            ["a.html", "a/b.html", "a/c/d.html", "e/f/g.html", "e/index.html", "h/index.html", "index.html"];
        let clean = ["./", "a/", "a/b/", "a/b/c/d/", "e", "e/f", "x/y"];
        let records = ["MED-1", "https://e.org/docs/", "https://e.org/docs/a", "//", ""];
        let without_root = ["a/b", "c/"];
        for (addresses, expected) in [
            (
                &files[..],
                &["index.html", "a.html", "a.html", "e/index.html", "index.html", "index.html", ""][..],
            ),
            (&clean, &["", "./", "a/", "a/b/", "./", "e", "./"]),
            (&records, &["", "", "https://e.org/docs/", "", ""]),
            (&without_root, &["", ""]),
        ] {
            let name = |page: Option<PageId>| page.map_or("", |page| addresses[page.index()]);
            let found: Vec<&str> = parents(addresses).into_iter().map(name).collect();
            assert_eq!(found, expected, "{addresses:?}");
        }
    }
}
