//! Quarto.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const QUARTO: Generator = Generator {
    search_places: &[SearchPlace {
        at: "#quarto-search",
        side: Side::Before,
        hides: "#quarto-search",
        keys: "f s",
        style: IN_BAR,
    }],
    ..NONE
};
