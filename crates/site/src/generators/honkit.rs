//! HonKit and GitBook.

use super::{Generator, NONE};
use crate::inject::search_place::{SearchPlace, Side};

pub(super) const HONKIT: Generator = Generator {
    furniture: &["search-results"],
    search_places: &[SearchPlace {
        at: "#book-search-input",
        side: Side::Before,
        hides: "#book-search-input",
        keys: "f",
        style: "docfuse-search{margin:.75rem}",
    }],
    ..NONE
};
