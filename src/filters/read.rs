//! Reads the filters file without trusting it.

use crate::format::{FileKind, FormatError, Generation, read_header};

/// All filters of an index, and which sections are editions of one another.
///
/// Read from one file, which queries with filters load, and every query of a site with editions. Names, values and pages are
/// sorted, each once; a page below the number of pages. [`Condition`](super::Condition) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Sorted by name.
    pub filters: Vec<Filter>,
    /// Sorted by section.
    pub editions: Vec<Edition>,
}

/// Low bits of a number that hold the rank of an edition.
pub(super) const RANK_BITS: u32 = 6;

/// The largest rank of an edition.
pub const MAX_RANK: u32 = (1 << RANK_BITS) - 1;

/// Most values of a filter that have numbers. Clusters of vectors name them, so many would cost more than they save.
pub(super) const MAX_NUMBERED: usize = 64;

/// A section that other versions have too, with another text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edition {
    /// The section.
    pub section: u32,
    /// Equal for the same section of all versions; not checked.
    pub group: u32,
    /// How current it is among them, 0 for the most current; equal where nothing tells. At most 63.
    pub rank: u32,
    /// Its versions, and those of its near-duplicates, separated by commas.
    pub versions: String,
}

/// One filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Its name.
    pub name: String,
    /// Its values, sorted.
    pub values: Vec<Value>,
}

/// One value of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The value as the author wrote it.
    pub value: String,
    /// The pages that have it, rising.
    pub pages: Vec<u32>,
}

impl Filters {
    /// Reads the filters file of an index of `page_count` pages.
    ///
    /// # Errors
    /// Any damage. Memory: a small multiple of the file.
    pub fn read(bytes: &[u8], generation: Generation, page_count: u32) -> Result<Self, FormatError> {
        let mut cursor = read_header(bytes, FileKind::Filters, generation)?;
        let filters = cursor.list("filters", u32::MAX, &mut |cursor| {
            let name = cursor.owned("filter")?;
            let values = cursor.list("values of a filter", u32::MAX, &mut |cursor| {
                let value = cursor.owned("value of a filter")?;
                let mut next = 0u32;
                let pages = cursor.list("pages of a value", u32::MAX, &mut |cursor| {
                    let page = next.saturating_add(cursor.varint("page of a value")?);
                    if page >= page_count {
                        let (at_most, found) = (u64::from(page_count).saturating_sub(1), page.into());
                        return Err(FormatError::out_of_range("page of a value", at_most, found));
                    }
                    next = page + 1;
                    Ok(page)
                })?;
                Ok(Value { value, pages })
            })?;
            Ok(Filter { name, values })
        })?;
        let mut editions = Vec::new();
        let (mut next, mut group) = (0u32, 0u32);
        while cursor.remaining() > 0 {
            let section = next.saturating_add(cursor.varint("section of an edition")?);
            let number = cursor.varint("group of an edition")?;
            group = group.wrapping_add_signed(number as i32 >> RANK_BITS);
            let rank = number & MAX_RANK;
            editions.push(Edition { section, group, rank, versions: cursor.owned("versions")? });
            next = section.saturating_add(1);
        }
        Ok(Filters { filters, editions })
    }

    /// Whether the page has, for each name in `wanted`, at least one of its values, or none of this name if an empty
    /// value is wanted. Other unknown names and values match no page.
    pub fn admits(&self, wanted: &[(String, Vec<String>)], page: u32) -> bool {
        wanted.iter().all(|(name, values)| {
            let mut may_lack = values.iter().any(String::is_empty);
            for filter in self.filters.iter().filter(|filter| filter.name == *name) {
                for value in &filter.values {
                    let is_wanted = values.contains(&value.value);
                    if (is_wanted || may_lack) && value.pages.binary_search(&page).is_ok() {
                        if is_wanted {
                            return true;
                        }
                        may_lack = false;
                    }
                }
            }
            may_lack
        })
    }

    /// The numbers (see `ValueNumbers`) of the values in `wanted`, of which a page must have one for each list. Filters
    /// whose values have no numbers are left out.
    pub fn numbers(&self, wanted: &[(String, Vec<String>)]) -> Vec<Vec<u32>> {
        let mut lists = Vec::new();
        for (name, values) in wanted {
            let mut none = 0;
            let mut list = Vec::new();
            // A name that no page has admits all pages or none.
            let mut is_numbered = !values.iter().any(String::is_empty);
            for filter in self.filters.iter().filter(|filter| filter.values.len() <= MAX_NUMBERED) {
                if filter.name == *name {
                    is_numbered = true;
                    list.extend(values.iter().any(String::is_empty).then_some(none));
                    let numbered = filter.values.iter().zip(none + 1..);
                    list.extend(
                        numbered.filter(|(it, _)| values.contains(&it.value)).map(|(_, number)| number),
                    );
                }
                none += 1 + filter.values.len() as u32;
            }
            let has_more = self.filters.iter().any(|it| it.name == *name && it.values.len() > MAX_NUMBERED);
            if is_numbered && !has_more {
                lists.push(list);
            }
        }
        lists
    }
}
