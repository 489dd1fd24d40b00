//! mdBook.

use super::{Generator, NONE};
use crate::inject::search_place::{IN_BAR, SearchPlace, Side};

pub(super) const MDBOOK: Generator = Generator {
    excludes: &["/print.html", "/toc.html"],
    // Hidden lines of Rust examples.
    furniture: &["boring"],
    search_places: &[SearchPlace {
        at: "#mdbook-search-toggle, #search-toggle",
        side: Side::Before,
        hides: "#mdbook-search-toggle,#search-toggle,#mdbook-search-wrapper,#search-wrapper",
        keys: "s",
        style: IN_BAR,
    }],
    ..NONE
};
