//! Lists of keywords: [`join`].

use super::dom::collapse;

/// Most bytes of the keywords of a section.
const MAX_BYTES: usize = 1_000;

/// Adds keywords to those of a section, cut at [`MAX_BYTES`].
pub(crate) fn join(known: &mut String, more: &str) {
    let more = collapse(more);
    known.extend([if known.is_empty() || more.is_empty() { "" } else { " " }, &more]);
    known.truncate(known.floor_char_boundary(MAX_BYTES));
}
