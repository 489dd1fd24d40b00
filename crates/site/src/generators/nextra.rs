//! Nextra.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_CORNER, SearchPlace, Side};

pub(super) const NEXTRA: Generator = Generator {
    // React makes the page anew, and shows an error, if its header has what it did not write.
    search_places: &[SearchPlace {
        at: ".nextra-search",
        side: Side::Over,
        hides: ".nextra-search",
        keys: "",
        style: IN_CORNER,
    }],
    ..NONE
};
