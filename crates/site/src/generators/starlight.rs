//! Starlight.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const STARLIGHT: Generator = Generator {
    // The notice that a page is a draft, or not translated.
    is_furniture: Some(|tag, attributes| tag == "p" && attributes.has_class("sl-flex")),
    flags: &["sl-badge"],
    search_places: &[SearchPlace {
        at: "site-search",
        side: Side::Before,
        hides: "site-search",
        keys: "",
        style: IN_BAR,
    }],
    ..NONE
};
