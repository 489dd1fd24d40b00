//! Writes the filters file.

use std::collections::BTreeMap;

use super::read::{Edition, MAX_NUMBERED, MAX_RANK, RANK_BITS};
use crate::format::{FileKind, Generation, Writer, write_header};

/// Writes the filters file from the names and values of all pages, in page order, and from the editions, in section
/// order; `None` if there are neither. Names and values are sorted, so the same pages give the same bytes.
pub fn build(pages: &[&[(String, String)]], editions: &[Edition], generation: Generation) -> Option<Vec<u8>> {
    let names = pages_by_value(pages);
    if names.is_empty() && editions.is_empty() {
        return None;
    }
    let mut writer = Writer::new();
    write_header(&mut writer, FileKind::Filters, generation);
    writer.varint(names.len() as u32);
    for (name, values) in names {
        writer.string(name);
        writer.varint(values.len() as u32);
        for (value, pages) in values {
            writer.string(value);
            writer.varint(pages.len() as u32);
            let mut next = 0;
            for page in pages {
                writer.varint(page - next);
                next = page + 1;
            }
        }
    }
    let (mut next, mut group) = (0, 0);
    for edition in editions {
        writer.varint(edition.section - next);
        writer.varint(edition.group.wrapping_sub(group) << RANK_BITS | edition.rank.min(MAX_RANK));
        writer.string(&edition.versions);
        (next, group) = (edition.section + 1, edition.group);
    }
    Some(writer.finish())
}

/// The pages of each value of each filter, rising.
fn pages_by_value<'a>(pages: &[&'a [(String, String)]]) -> BTreeMap<&'a str, BTreeMap<&'a str, Vec<u32>>> {
    let mut names: BTreeMap<&str, BTreeMap<&str, Vec<u32>>> = BTreeMap::new();
    for (page, filters) in (0u32..).zip(pages) {
        for (name, value) in *filters {
            let pages = names.entry(name).or_default().entry(value).or_default();
            if pages.last() != Some(&page) {
                pages.push(page);
            }
        }
    }
    names
}

/// The numbers of filter values, for structures that name the values of their sections: of each filter with at most
/// `MAX_NUMBERED` values first that a page has none, then its values, in the order of the file.
pub struct ValueNumbers {
    /// How many there are.
    pub count: u32,
    /// Those of each page, rising.
    pub of_pages: Vec<Vec<u32>>,
}

impl ValueNumbers {
    /// Numbers the values of all pages, in page order.
    pub fn new(pages: &[&[(String, String)]]) -> Self {
        let names = pages_by_value(pages);
        let mut numbers = ValueNumbers { count: 0, of_pages: vec![Vec::new(); pages.len()] };
        for values in names.values().filter(|values| values.len() <= MAX_NUMBERED) {
            let none = numbers.count;
            for (number, pages) in (none + 1..).zip(values.values()) {
                pages.iter().for_each(|page| numbers.of_pages[*page as usize].push(number));
            }
            for of_page in &mut numbers.of_pages {
                if of_page.last().is_none_or(|last| *last < none) {
                    of_page.push(none);
                }
            }
            numbers.count = none + 1 + values.len() as u32;
        }
        numbers
    }
}
