//! Starlight.

use super::{Generator, NONE};
use crate::ingest::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const STARLIGHT: Generator = Generator {
    flags: &["sl-badge"],
    search_places: &[SearchPlace {
        at: "site-search",
        side: Side::Before,
        hides: "site-search",
        style: IN_BAR,
    }],
    ..NONE
};
