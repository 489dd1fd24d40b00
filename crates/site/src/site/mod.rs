//! The steps that need all pages of the site: [`finish_site`].

mod aliases;
pub mod anchor_text;
mod dates;
pub mod duplicates;
mod editions;
mod entry_keywords;
pub mod error_pages;
mod humps;
mod keywords;
mod near_duplicates;
mod path_words;
mod pointing_pages;
mod pointing_sections;
mod print_pages;
mod repeated_lines;
mod resolved_links;
mod same_title;
mod shingles;
mod site_addresses;
pub mod title;
pub mod version_folders;
pub mod versions;

use std::cmp::Ordering;

use super::inventory::add_inventory_names;
use super::languages::site_languages::settle_languages;
use super::left_out::LeftOut;
use super::raw_page::RawPage;
use super::symbols::bare_sections::settle;
use super::symbols::short_headings::shorten;
use aliases::remove_aliases;
use anchor_text::add_anchor_text;
use docfuse::index::Page;
use entry_keywords::add_index_entries;
use error_pages::error_pages;
use humps::add_hump_names;
use keywords::add_keywords;
use near_duplicates::remove_near_duplicates;
use path_words::add_path_words;
use pointing_pages::rank_pointing_pages;
use pointing_sections::move_names;
use print_pages::remove_print_pages;
use repeated_lines::remove_repeated_lines;
use resolved_links::resolve;
use site_addresses::addresses;
use title::titles;
use version_folders::{VersionPlaces, settle_versions};

/// Makes the pages of the site: with titles and links, without error and print pages, repeated lines, near-duplicate sections and
/// sections without text, sorted by file with numbers in natural order (`ch2` before `ch10`). Also returns the files left
/// out, in the same
/// order. O(total size), besides the sorting.
pub fn finish_site(pages: Vec<RawPage>) -> (Vec<Page>, Vec<(String, LeftOut)>) {
    let (pages, left_out, _) = finish_site_with_places(pages);
    (pages, left_out)
}

/// As [`finish_site`]; also returns where the versions are.
pub fn finish_site_with_places(
    mut pages: Vec<RawPage>,
) -> (Vec<Page>, Vec<(String, LeftOut)>, VersionPlaces) {
    pages.sort_by(|a, b| natural(&a.url, &b.url));
    let name_lists: Vec<RawPage> = pages.extract_if(.., |page| page.is_inventory).collect();
    let indexes: Vec<RawPage> = pages.extract_if(.., |page| page.excluded.is_some()).collect();
    let reason = |index: &RawPage| Some((index.url.clone(), index.excluded.clone()?));
    let mut left_out: Vec<(String, LeftOut)> = indexes.iter().filter_map(reason).collect();
    if pages.iter().any(|page| page.has_body) {
        let without = pages.extract_if(.., |page| !page.has_body);
        left_out.extend(without.map(|page| (page.url, LeftOut::NoBody)));
    }
    let is_error = error_pages(&pages);
    let mut kept = Vec::with_capacity(pages.len());
    for (page, is_error) in pages.into_iter().zip(is_error) {
        if is_error {
            left_out.push((page.url, LeftOut::ErrorPage));
        } else {
            kept.push(page);
        }
    }
    settle_languages(&mut kept);
    settle_versions(&mut kept);
    left_out.extend(remove_print_pages(&mut kept));
    let places = VersionPlaces::of(&kept);
    left_out.extend(remove_aliases(&mut kept).into_iter().map(|url| (url, LeftOut::Duplicate)));
    remove_repeated_lines(&mut kept);
    add_keywords(&mut kept);
    add_path_words(&mut kept);
    add_index_entries(&mut kept, &indexes);
    add_inventory_names(&mut kept, &name_lists);
    kept.iter_mut().for_each(settle);
    let mut titles = titles(&kept);
    for (title, page) in titles.iter_mut().zip(&mut kept) {
        if let Some(given) = page.metadata.title.take() {
            *title = given;
        }
    }
    let addresses = addresses(&kept);
    let links = resolve(&mut kept);
    rank_pointing_pages(&mut kept, &links);
    let (mut pages, repeating) = remove_near_duplicates(kept, titles, &addresses, links);
    left_out.extend(repeating.into_iter().map(|url| (url, LeftOut::Duplicate)));
    left_out.sort_by(|(a, _), (b, _)| natural(a, b));
    move_names(&mut pages);
    pages.iter_mut().for_each(shorten);
    add_hump_names(&mut pages);
    add_anchor_text(&mut pages);
    (pages, left_out, places)
}

/// Natural order of URLs: folder by folder, numbers by value.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut left, mut right) = (a.as_bytes(), b.as_bytes());
    while let (Some(&first), Some(&second)) = (left.first(), right.first()) {
        if first.is_ascii_digit() && second.is_ascii_digit() {
            let (x, y) = (digits(left), digits(right));
            let significant = |digits: &[u8]| digits.iter().position(|&d| d != b'0').unwrap_or(digits.len());
            let (p, q) = (&x[significant(x)..], &y[significant(y)..]);
            let order = p.len().cmp(&q.len()).then_with(|| p.cmp(q));
            if order.is_ne() {
                return order;
            }
            (left, right) = (&left[x.len()..], &right[y.len()..]);
        } else if first == second {
            (left, right) = (&left[1..], &right[1..]);
        } else {
            let slash_first = |byte: u8| (byte != b'/', byte);
            return slash_first(first).cmp(&slash_first(second));
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

fn digits(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len());
    &bytes[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_sort_naturally() {
        let sorted = [
            "a/b.html",
            "a/index.html",
            "a.html",
            "ch2.html",
            "ch02.html",
            "ch10-1.html",
            "ch10-02.html",
            "ch10-9/x",
        ];
        let mut urls = sorted;
        urls.sort_unstable();
        urls.sort_by(|a, b| natural(a, b));
        assert_eq!(
            urls,
            [
                "a/b.html",
                "a/index.html",
                "a.html",
                "ch02.html",
                "ch2.html",
                "ch10-1.html",
                "ch10-02.html",
                "ch10-9/x"
            ]
        );
    }
}
