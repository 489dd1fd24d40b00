//! Reads the filters file without trusting it.

use crate::format::{FileKind, FormatError, Generation, read_header};

/// All filters of an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filters {
    /// Sorted by name.
    pub filters: Vec<Filter>,
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
                        return Err(FormatError::OutOfRange { what: "page of a value", at_most, found });
                    }
                    next = page + 1;
                    Ok(page)
                })?;
                Ok(Value { value, pages })
            })?;
            Ok(Filter { name, values })
        })?;
        cursor.end("filters")?;
        Ok(Filters { filters })
    }

    /// Whether the page has, for each name in `wanted`, at least one of its values. Unknown names and values match no
    /// page.
    pub fn admits(&self, wanted: &[(String, Vec<String>)], page: u32) -> bool {
        wanted.iter().all(|(name, values)| {
            self.filters.iter().filter(|filter| filter.name == *name).any(|filter| {
                let mut chosen = filter.values.iter().filter(|value| values.contains(&value.value));
                chosen.any(|value| value.pages.binary_search(&page).is_ok())
            })
        })
    }
}
