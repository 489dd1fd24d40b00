//! Writes the filters file.

use std::collections::BTreeMap;

use super::read::{Edition, MAX_RANK, RANK_BITS};
use crate::format::{FileKind, Generation, Writer, write_header};

/// Writes the filters file from the names and values of all pages, in page order, and from the editions, in section
/// order; `None` if there are neither. Names and values are sorted, so the same pages give the same bytes.
pub fn build(pages: &[&[(String, String)]], editions: &[Edition], generation: Generation) -> Option<Vec<u8>> {
    let mut names: BTreeMap<&str, BTreeMap<&str, Vec<u32>>> = BTreeMap::new();
    for (page, filters) in (0u32..).zip(pages) {
        for (name, value) in *filters {
            let pages = names.entry(name).or_default().entry(value).or_default();
            if pages.last() != Some(&page) {
                pages.push(page);
            }
        }
    }
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
