//! Dokka.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const DOKKA: Generator = Generator {
    furniture: &["copy-popup-wrapper"],
    search_places: &[SearchPlace {
        at: "#searchBar",
        side: Side::Before,
        hides: "#searchBar",
        keys: "",
        style: IN_BAR,
    }],
    ..NONE
};
