//! Nim's documentation generator.

use super::{Generator, NONE};
use crate::inject::search_place::{SearchPlace, Side};

pub(super) const NIM: Generator = Generator {
    excludes: &["theindex.html"],
    furniture: &["link-seesrc"],
    search_places: &[SearchPlace {
        at: "#searchInputDiv",
        side: Side::Before,
        hides: "#searchInputDiv",
        keys: "",
        style: "",
    }],
    ..NONE
};
