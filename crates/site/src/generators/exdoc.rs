//! ExDoc.

use super::{Generator, NONE};
use crate::inject::search_place::{SearchPlace, Side};

pub(super) const EXDOC: Generator = Generator {
    search_places: &[SearchPlace {
        at: ".top-search form.search-bar",
        side: Side::Before,
        hides: ".top-search form.search-bar",
        keys: "s",
        style: "docfuse-search{align-self:center}",
    }],
    ..NONE
};
