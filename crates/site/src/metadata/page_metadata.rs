//! Page metadata: filters, keys and values that an author gave a page ([`PageMetadata`]).
//!
//! The attributes are `data-docfuse-filter`, `-sort`, `-meta` and `-default-meta`, and those of Pagefind
//! (`data-pagefind-…`) on elements without Docfuse's. They contain comma-separated items: `name` for the text of the
//! element, `name[attribute]` for the value of an attribute, and `name:value`, only as the last item, for everything
//! after the colon (pagefind.app/docs/filtering, pagefind.app/docs/metadata). They count anywhere in the page, even in
//! ignored text, except inside `data-docfuse-ignore="all"`.

use std::collections::{BTreeMap, BTreeSet};

use ego_tree::NodeRef;
use scraper::node::Element;
use scraper::{Html, Node};
use serde::{Deserialize, Serialize};

use crate::settings::capture::{Source, is_name, matching};
use crate::settings::config::IngestConfig;
use docfuse::index::SORT_KEY;

/// Most bytes of a filter's value, which is the label of a check box.
pub const MAX_FILTER_BYTES: usize = 200;

/// Most bytes of a metadata value: a paragraph about the page, or an address.
pub const MAX_META_BYTES: usize = 1_000;

/// Most filter values, and most metadata keys, of one page; the first ones win. Pages with more list words of their
/// text, which search finds anyway, and every value costs bytes.
pub const MAX_VALUES: usize = 64;

/// Most elements with metadata attributes read from one page. Some templates mark every entry of a list, and for each
/// we check all elements around it.
const MAX_MARKED: usize = 1_000;

/// Precedence of a metadata value over others with the same key, by its origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    PagefindDefault,
    Default,
    Configured,
    Pagefind,
    Own,
}

/// The filters and metadata of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PageMetadata {
    /// Name and value; sorted, distinct.
    pub(crate) filters: Vec<(String, String)>,
    /// Sorted by key, one value each; without `title`.
    pub(crate) meta: Vec<(String, String)>,
    /// The title from the metadata.
    pub(crate) title: Option<String>,
}

impl PageMetadata {
    /// The filters that are no keys to sort by.
    pub(crate) fn values(&self) -> impl Iterator<Item = &(String, String)> {
        self.filters.iter().filter(|(name, _)| !name.starts_with(SORT_KEY))
    }

    /// Reads the metadata of a page. O(page), and for each configured rule one selector match per element.
    pub(crate) fn of(url: &str, html: &Html, config: &IngestConfig) -> PageMetadata {
        let mut filters = BTreeSet::new();
        let mut meta = BTreeMap::new();
        for rule in &config.path_filters {
            filters.extend(rule.value(url, MAX_FILTER_BYTES).map(|value| (rule.name.clone(), value)));
        }
        for rule in &config.path_meta {
            let value = rule.value(url, MAX_META_BYTES);
            meta.extend(value.map(|value| (rule.name.clone(), (value, Standing::Configured))));
        }
        let elements = html.tree.nodes().filter_map(|node| Some((node, node.value().as_element()?)));
        let marked = elements.filter_map(|(node, element)| {
            let written = MetadataAttributes::of(element);
            let is_marked = written.is_some() || config.captures(node);
            is_marked.then_some((node, element, written.unwrap_or_default()))
        });
        for (node, element, written) in marked.take(MAX_MARKED) {
            if is_excluded(node) {
                continue;
            }
            let mut add_filter = |name: &str, value: String| {
                if filters.len() < MAX_VALUES {
                    filters.insert((name.to_owned(), value));
                }
            };
            for (name, source) in items(written.filter) {
                source.value(node, element, MAX_FILTER_BYTES).into_iter().for_each(|it| add_filter(name, it));
            }
            for (name, source) in items(written.sort) {
                let value = source.value(node, element, MAX_FILTER_BYTES);
                value.into_iter().for_each(|it| add_filter(&format!("{SORT_KEY}{name}"), it));
            }
            for rule in matching(&config.filters, node) {
                let value = rule.source().value(node, element, MAX_FILTER_BYTES);
                value.into_iter().for_each(|it| add_filter(&rule.name, it));
            }
            let mut add_meta = |name: &str, value: Option<String>, standing: Standing| {
                let Some(value) = value else { return };
                let former = meta.get(name).map(|(_, former)| *former);
                if former.map_or(meta.len() < MAX_VALUES, |former| former <= standing) {
                    meta.insert(name.to_owned(), (value, standing));
                }
            };
            for (list, standing) in [written.default_meta, written.meta] {
                for (name, source) in items(list) {
                    add_meta(name, source.value(node, element, MAX_META_BYTES), standing);
                }
            }
            for rule in matching(&config.meta, node) {
                let value = rule.source().value(node, element, MAX_META_BYTES);
                add_meta(&rule.name, value, Standing::Configured);
            }
        }
        let title = meta.remove("title").map(|(title, _)| title);
        let meta = meta.into_iter().map(|(name, (value, _))| (name, value)).collect();
        PageMetadata { filters: filters.into_iter().collect(), meta, title }
    }
}

/// The metadata attributes of one element.
struct MetadataAttributes<'a> {
    filter: &'a str,
    sort: &'a str,
    default_meta: (&'a str, Standing),
    meta: (&'a str, Standing),
}

impl Default for MetadataAttributes<'_> {
    fn default() -> Self {
        MetadataAttributes {
            filter: "",
            sort: "",
            default_meta: ("", Standing::Default),
            meta: ("", Standing::Own),
        }
    }
}

impl<'a> MetadataAttributes<'a> {
    /// `None` if the element has no such attribute.
    fn of(element: &'a Element) -> Option<Self> {
        // Fast path: nearly all elements have none.
        if !element.attrs().any(|(name, _)| is_mark(name)) {
            return None;
        }
        let either = |own: &str, pagefind: &str, standing: [Standing; 2]| {
            let own = element.attr(own).map(|value| (value, standing[0]));
            own.or_else(|| element.attr(pagefind).map(|value| (value, standing[1])))
                .unwrap_or(("", standing[0]))
        };
        let meta = [Standing::Own, Standing::Pagefind];
        let default_meta = [Standing::Default, Standing::PagefindDefault];
        Some(MetadataAttributes {
            filter: either("data-docfuse-filter", "data-pagefind-filter", meta).0,
            sort: either("data-docfuse-sort", "data-pagefind-sort", meta).0,
            default_meta: either("data-docfuse-default-meta", "data-pagefind-default-meta", default_meta),
            meta: either("data-docfuse-meta", "data-pagefind-meta", meta),
        })
    }
}

fn is_mark(attribute: &str) -> bool {
    let Some(rest) = attribute.strip_prefix("data-") else { return false };
    let rest = rest.strip_prefix("docfuse-").or_else(|| rest.strip_prefix("pagefind-"));
    matches!(rest, Some("filter" | "sort" | "meta" | "default-meta"))
}

/// The items of one attribute; skips those without a valid name.
fn items(written: &str) -> impl Iterator<Item = (&str, Source<'_>)> {
    let mut rest = Some(written);
    let all = std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some(at) = text.find([',', ':', '[']) else { return Some((text, Source::Text)) };
        let (name, after) = (&text[..at], &text[at + 1..]);
        match text.as_bytes()[at] {
            b':' => Some((name, Source::Inline(after))),
            b',' => {
                rest = Some(after);
                Some((name, Source::Text))
            }
            _ => {
                let (attribute, after) = after.split_once(']')?;
                rest = after.split_once(',').map(|(_, after)| after);
                Some((name, Source::Attribute(attribute.trim())))
            }
        }
    });
    all.map(|(name, source)| (name.trim(), source)).filter(|(name, _)| is_name(name))
}

/// Whether the element is inside an ignored one whose metadata is ignored too. As in Pagefind, all
/// values but these mean so.
fn is_excluded(node: NodeRef<'_, Node>) -> bool {
    std::iter::once(node).chain(node.ancestors()).filter_map(|node| node.value().as_element()).any(
        |element| {
            let ignore = element.attr("data-docfuse-ignore").or_else(|| element.attr("data-pagefind-ignore"));
            ignore.is_some_and(|value| !["", "index", "true"].iter().any(|it| value.eq_ignore_ascii_case(it)))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::capture::MAX_NAME_BYTES;

    #[test]
    fn items_are_names_with_sources() {
        use Source::*;
        for (written, expected) in [
            ("author", &[("author", Text)][..]),
            (
                " a , b[data-x], c: d, e:f ",
                &[("a", Text), ("b", Attribute("data-x")), ("c", Inline(" d, e:f "))],
            ),
            ("image[xlink:href], alt[alt]", &[("image", Attribute("xlink:href")), ("alt", Attribute("alt"))]),
            ("a[b] c,d", &[("a", Attribute("b")), ("d", Text)]),
            ("a,,b:", &[("a", Text), ("b", Inline(""))]),
            ("a[b", &[]),
            (":x", &[]),
            ("", &[]),
        ] {
            assert_eq!(items(written).collect::<Vec<_>>(), expected, "{written:?}");
        }
        assert_eq!(items(&"n".repeat(MAX_NAME_BYTES + 1)).count(), 0);
    }
}
