//! Antora.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const ANTORA: Generator = Generator {
    content_classes: &["doc"],
    search_places: &[SearchPlace {
        at: ".navbar #search-field",
        side: Side::Before,
        hides: "#search-field",
        keys: "",
        style: IN_BAR,
    }],
    ..NONE
};
